import type { StateValue } from 'xstate'
import type { ChartDescription } from '../../../inspector/charts/chart-description.ts'
import { triggerTextIn } from '../../../inspector/charts/move-texts.ts'
import type { Outcome, RecordedEvent, Recording } from '../../../inspector/recording/recording.ts'

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

/** Text for an event: as in the chart of the actor, if the chart has the event. */
export function eventText(type: string, chart?: ChartDescription): string {
  const shown = chart && triggerTextIn(chart, type)
  if (shown !== undefined) return shown
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

/** Text for a recorded event, with the chart of its receiver. */
export function recordedEventText(
  recording: Recording,
  { type, targetId }: Pick<RecordedEvent, 'type' | 'targetId'>,
): string {
  const chartId = recording.actor(targetId)?.chartId ?? null
  return eventText(type, chartId === null ? undefined : recording.chart(chartId))
}

/** XState numbers services without an own name by their state: `0.session.stored.renewing`. */
function serviceName(id: string): string {
  return /^\d+\./.test(id) ? id.slice(id.lastIndexOf('.') + 1) : id
}
