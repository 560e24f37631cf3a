import { type RefObject, useEffect, useRef } from 'react'

/** A key that works on the page on screen; the help lists it (DESK-3). */
export interface PageKey {
  /** In lower case, as `KeyboardEvent.key` has it; two keys with a space between them are pressed one after the other. */
  key: string
  /** The action of the key, for the help. Absent for a key of all pages: the help itself has its text. */
  what?: string
  /** A held key acts again and again. Without this, something that lies on the keyboard acts once. */
  isRepeatable?: boolean
  press: () => void
}

/** Longest time between two keys of a sequence. */
const sequenceMs = 1_500
const shownKeys = new Set<RefObject<readonly PageKey[]>>()
let last = { key: '', at: Number.NEGATIVE_INFINITY }

/** The keys that work now, those of the page first. */
export function keysNow(): readonly PageKey[] {
  return [...shownKeys].reverse().flatMap(({ current }) => current)
}

/** Makes keys work while the view is mounted. */
export function usePageKeys(keys: readonly PageKey[]): void {
  const shown = useRef(keys)
  useEffect(() => {
    shown.current = keys
  })
  useEffect(() => {
    shownKeys.add(shown)
    return () => {
      shownKeys.delete(shown)
    }
  }, [])
}

/** Does what the key says, except in a field, with a modifier, or under a dialog or a menu. */
export function pressKey(event: KeyboardEvent): void {
  if (isForOthers(event)) return
  const { timeStamp: at } = event
  const key = event.key.toLowerCase()
  const sequence = at - last.at < sequenceMs ? `${last.key} ${key}` : key
  last = { key, at }
  const keys = keysNow()
  const found = keys.find((each) => each.key === sequence) ?? keys.find((each) => each.key === key)
  if (found === undefined) return
  event.preventDefault()
  if (!event.repeat || found.isRepeatable) found.press()
}

const fields = 'input:not([type="checkbox"]), textarea, select, [contenteditable]'
const popups = 'dialog[open], [role="dialog"], [role="menu"], [role="listbox"]'

function isForOthers({ target, ctrlKey, metaKey, altKey, defaultPrevented, isComposing }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || defaultPrevented || isComposing) return true
  return (target instanceof Element && target.closest(fields) !== null) || document.querySelector(popups) !== null
}
