import { type RefObject, useLayoutEffect } from 'react'
import { useSignedInUser } from '../../session/user-hooks.ts'

/** Texts of closed dialogs by person, page and dialog, then by the name of the field; they last as long as the page. */
const texts = new Map<string, ReadonlyMap<string, string>>()

const fieldSelector = 'textarea[name], input[name]:not([type])'

/**
 * Keeps the typed texts of a form in a dialog that a person closes without an answer, for its next opening on the same
 * page (DESK-4).
 * @param name the same at each opening, such as the title of the dialog
 */
export function useKeptText(form: RefObject<HTMLFormElement | null>, name: string): void {
  const { userId } = useSignedInUser()
  const key = `${userId} ${location.pathname} ${name}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: a title with a count may change while the dialog is open
  useLayoutEffect(() => {
    const element = form.current
    const dialog = element?.closest('dialog')
    if (element === null || dialog == null) return
    const fields = () => [...element.querySelectorAll<HTMLTextAreaElement | HTMLInputElement>(fieldSelector)]
    for (const field of fields()) field.value = texts.get(key)?.get(field.name) ?? field.value
    // A dialog that closes by itself after its form was sent has had its answer.
    let isSent = false
    const listening = new AbortController()
    const { signal } = listening
    element.addEventListener('submit', () => (isSent = true), { signal })
    for (const type of ['click', 'keydown'])
      dialog.addEventListener(type, () => (isSent = false), { signal, capture: true })
    return () => {
      listening.abort()
      const typed = fields().filter(({ value }) => value !== '')
      if (isSent || typed.length === 0) texts.delete(key)
      else texts.set(key, new Map(typed.map(({ name: field, value }) => [field, value])))
    }
  }, [])
}
