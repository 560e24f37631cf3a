import type { KeyboardEvent, RefObject } from 'react'
import { KeyHint } from '../worklist/key-hint.tsx'

/** Frequent answers to 'O que foi?'; '' lets the person write it. */
const reasons = [
  ['Energia', 'Energia'],
  ['Internet', 'Internet'],
  ['Manutenção', 'Manutenção'],
  ['Mudança', 'Mudança'],
  ['Alarme falso', 'Alarme falso'],
  ['Outro', ''],
] as const

/** Fills the field of the closing text, with a click or a digit (DESK-2); then Enter closes the incident. */
export function CloseReasons({ field }: { field: RefObject<HTMLInputElement | null> }) {
  function fill(word: string) {
    if (field.current === null) return
    field.current.value = word
    field.current.focus()
  }
  function press(event: KeyboardEvent) {
    const reason = reasons[Number(event.key) - 1]
    if (reason === undefined) return
    event.preventDefault()
    fill(reason[1])
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would add a legend beside the label of the field
    <div role="group" aria-label="Respostas frequentes" className="d-flex flex-wrap gap-2" onKeyDown={press}>
      {reasons.map(([name, word], at) => (
        <button
          key={name}
          type="button"
          className="btn btn-quiet btn-sm"
          data-initial-focus={at === 0 ? true : undefined}
          aria-keyshortcuts={`${at + 1}`}
          onClick={() => fill(word)}
        >
          {name} <KeyHint of={`${at + 1}`} />
        </button>
      ))}
    </div>
  )
}
