import type { StateValue } from 'xstate'
import type { Outcome } from '../../../inspector/recording/recording.ts'

/** Innermost states of a state value: `HALF_OPEN.trying`; those of a parallel state are separated by ' · '. */
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

export const outcomeTexts: Readonly<Record<Outcome, string>> = {
  waiting: 'na fila',
  ignored: 'sem efeito',
  taken: 'aceito',
  started: 'início',
  ended: 'fim',
  failed: 'falha',
  dropped: 'descartado',
}

/** Text for an event; XState's own events get the names of states and services. */
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

/** XState numbers services without an own name by their state: `0.session.stored.renewing`. */
function serviceName(id: string): string {
  return /^\d+\./.test(id) ? id.slice(id.lastIndexOf('.') + 1) : id
}
