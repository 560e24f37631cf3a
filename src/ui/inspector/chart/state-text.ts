import type { StateValue } from 'xstate'
import type { Outcome } from '../../../inspector/recording/recording.ts'

/** The states at the ends of a state value: `HALF_OPEN.trying`; of a parallel state each, beside the others. */
export function stateText(value: StateValue | null): string {
  return value === null ? '' : leavesOf(value).join(' · ')
}

function leavesOf(value: StateValue): string[] {
  if (typeof value === 'string') return [value]
  return Object.entries(value).flatMap(([key, inner]) => {
    const leaves = inner === undefined ? [] : leavesOf(inner)
    return leaves.length === 0 ? [key] : leaves.map((leaf) => `${key}.${leaf}`)
  })
}

/** What came of an event, for a person. */
export const outcomeTexts: Readonly<Record<Outcome, string>> = {
  waiting: 'na fila',
  ignored: 'sem efeito',
  taken: 'aceito',
  started: 'início',
  ended: 'fim',
  failed: 'falha',
  dropped: 'descartado',
}

/** The machine's own words for events of XState's. */
export function eventText(type: string): string {
  const [, how, who = ''] = /^xstate\.(done|error)\.actor\.(.*)$/.exec(type) ?? []
  if (how !== undefined) return `${serviceName(who)} ${how === 'done' ? 'concluído' : 'falhou'}`
  const after = /^xstate\.after\.([^.]+)\./.exec(type)?.[1]
  if (after !== undefined) return `após ${after}`
  return (
    {
      'xstate.init': 'começa',
      'xstate.stop': 'termina',
      'xstate.promise.resolve': 'resolve',
      'xstate.promise.reject': 'rejeita',
    }[type] ?? type
  )
}

/** Services without a name of their own are numbered by the state that asks them: `0.session.stored.renewing`. */
function serviceName(id: string): string {
  return /^\d+\./.test(id) ? id.slice(id.lastIndexOf('.') + 1) : id
}
