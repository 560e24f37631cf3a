import { KeyHint } from './key-hint.tsx'
import { worklistKeys } from './worklist-keys.ts'

/** Opens another incident of the list, if there is one. */
export interface Step {
  isThere: boolean
  go: () => void
}

export type Steps = Readonly<Record<'previous' | 'next' | 'nextUnclaimed', Step>>

/** The buttons of the keys that lead to other incidents (DESK-3). */
export function WorklistSteps({ previous, next, nextUnclaimed }: Steps) {
  const steps = [
    { key: worklistKeys.previous, name: 'Anterior', step: previous },
    { key: worklistKeys.next, name: 'Próxima', step: next },
    { key: worklistKeys.nextUnclaimed, name: 'Próxima sem ninguém', step: nextUnclaimed },
  ]
  return (
    <nav className="worklist-steps d-flex flex-wrap gap-2" aria-label="Outras ocorrências">
      {steps.map(({ key, name, step }) => (
        <button
          key={key}
          type="button"
          className="btn btn-quiet btn-sm"
          aria-keyshortcuts={key}
          aria-disabled={!step.isThere}
          onClick={step.go}
        >
          {name} <KeyHint of={key} />
        </button>
      ))}
    </nav>
  )
}
