import { useEffect } from 'react'
import * as v from 'valibot'

/** A row of the list, and the distance in pixels of its upper edge from the upper edge of the window. */
const placeSchema = v.object({ listPlace: v.object({ row: v.string(), top: v.number() }) })

const rows = '.found-event'

/**
 * Stores a row and its height on screen in the entry of the browser's history, so that Back shows the same row at the same
 * height (DESK-7). The rows are in the flow, which keeps them while another page is shown.
 */
export function useListPlace(): void {
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    // Before the page is left by a link, a key or the browser.
    document.addEventListener('click', keepPlace, { capture: true, signal })
    document.addEventListener('keydown', ({ key }) => key === 'Enter' && keepPlace(), { capture: true, signal })
    restorePlace(signal, () => document.addEventListener('scrollend', keepPlace, { signal }))
    return () => leaving.abort()
  }, [])
}

function keepPlace(): void {
  const focused = document.activeElement?.closest(rows)
  const row = focused ?? [...document.querySelectorAll(rows)].find((each) => each.getBoundingClientRect().bottom > 0)
  if (!row) return
  const listPlace = { row: row.id, top: Math.round(row.getBoundingClientRect().top) }
  history.replaceState({ ...history.state, listPlace }, '')
}

/** The acts by which a person scrolls: they end the restoring. */
const scrollActs = ['wheel', 'touchstart', 'pointerdown', 'keydown']

/** The frames without a movement after which the row stands. */
const stillFrames = 3

/**
 * Scrolls to the stored row until the row stands. A row that was not on screen yet has an estimated height, so that the rows
 * above move the stored row once more when they get their real heights.
 */
function restorePlace(signal: AbortSignal, onRestored: () => void): void {
  const kept = v.safeParse(placeSchema, history.state)
  const row = kept.success ? document.getElementById(kept.output.listPlace.row) : null
  if (!kept.success || row === null) {
    onRestored()
    return
  }
  const { top } = kept.output.listPlace
  const person = new AbortController()
  for (const act of scrollActs) document.addEventListener(act, () => person.abort(), { signal: person.signal })
  let still = 0
  const step = () => {
    if (signal.aborted) return person.abort()
    if (person.signal.aborted || still === stillFrames) {
      person.abort()
      return onRestored()
    }
    const before = scrollY
    scrollBy({ top: row.getBoundingClientRect().top - top, behavior: 'instant' })
    still = scrollY === before ? still + 1 : 0
    requestAnimationFrame(step)
  }
  // After the heading has taken the focus, which scrolls to the top of the page.
  requestAnimationFrame(() => {
    if (!signal.aborted) row.querySelector('a')?.focus({ preventScroll: true })
    step()
  })
}
