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
    // After the heading has taken the focus, which scrolls to the top of the page.
    const frame = requestAnimationFrame(restorePlace)
    const listening = new AbortController()
    const { signal } = listening
    // Before the page is left by a link, a key or the browser.
    document.addEventListener('click', keepPlace, { capture: true, signal })
    document.addEventListener('keydown', ({ key }) => key === 'Enter' && keepPlace(), { capture: true, signal })
    document.addEventListener('scrollend', keepPlace, { signal })
    return () => {
      cancelAnimationFrame(frame)
      listening.abort()
    }
  }, [])
}

function keepPlace(): void {
  const focused = document.activeElement?.closest(rows)
  const row = focused ?? [...document.querySelectorAll(rows)].find((each) => each.getBoundingClientRect().bottom > 0)
  if (!row) return
  const listPlace = { row: row.id, top: Math.round(row.getBoundingClientRect().top) }
  history.replaceState({ ...history.state, listPlace }, '')
}

function restorePlace(): void {
  const kept = v.safeParse(placeSchema, history.state)
  if (!kept.success) return
  const { row: id, top } = kept.output.listPlace
  const row = document.getElementById(id)
  if (row === null) return
  row.querySelector('a')?.focus({ preventScroll: true })
  scrollBy({ top: row.getBoundingClientRect().top - top, behavior: 'instant' })
}
