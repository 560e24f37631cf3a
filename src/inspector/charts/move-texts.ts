import type { ChartDescription, ChartMove } from './chart-description.ts'

/** The kind of a transition's trigger; each kind has its own style. */
export type MoveTone = 'event' | 'after' | 'done' | 'failed' | 'always'

const longestLine = 34

export function moveTone({ trigger }: Pick<ChartMove, 'trigger'>): MoveTone {
  return trigger.kind === 'allDone' ? 'done' : trigger.kind
}

/** The trigger as text: `session.signIn`, `após openTimeout (2 min)`, `loadList falhou`. */
export function triggerWords({ trigger, delayMs }: Pick<ChartMove, 'trigger' | 'delayMs'>): string {
  switch (trigger.kind) {
    case 'event':
      return trigger.event === '*' ? 'qualquer outro evento' : trigger.event
    case 'after':
      if (delayMs === null) return `após ${trigger.delay}`
      return Number.isFinite(Number(trigger.delay))
        ? `após ${durationText(delayMs)}`
        : `após ${trigger.delay} (${durationText(delayMs)})`
    case 'done':
      return `${trigger.service} concluído`
    case 'failed':
      return `${trigger.service} falhou`
    case 'always':
      return 'sempre'
    case 'allDone':
      return 'ao concluir'
  }
}

/** The type of the event that causes a transition; '' for a transition without an event. */
export function eventTypeOf({ id }: Pick<ChartMove, 'id'>): string {
  return id.split('|')[1] ?? ''
}

const known = new WeakMap<ChartDescription, ReadonlyMap<string, string>>()

/** The text of an event as the chart shows it: `restoreSession falhou`. Undefined if the chart has no such event. */
export function triggerTextIn(chart: ChartDescription, eventType: string): string | undefined {
  const texts = known.get(chart) ?? new Map(chart.moves.map((move) => [eventTypeOf(move), triggerWords(move)]))
  known.set(chart, texts)
  return texts.get(eventType)
}

/** @param milliseconds not negative */
export function durationText(milliseconds: number): string {
  const units: [string, number][] = [
    ['d', 86_400_000],
    ['h', 3_600_000],
    ['min', 60_000],
    ['s', 1000],
  ]
  const [name, size] = units.find(([, each]) => milliseconds >= each && milliseconds % (each / 10) === 0) ?? ['ms', 1]
  return `${(milliseconds / size).toLocaleString('pt-BR')} ${name}`
}

/** Trigger and guard, in lines that fit on an arrow. */
export function arrowLines(move: ChartMove): string[] {
  return wrapped([triggerWords(move), condition(move)])
}

/**
 * Trigger, guard and actions, in lines that fit into a box.
 * @param goal name of the target state, if no arrow shows it
 */
export function rowLines(move: ChartMove, goal = ''): string[] {
  return wrapped([triggerWords(move), condition(move), deeds(move), goal])
}

/** The complete text of a transition, on one line. */
export function moveTitle(move: ChartMove): string {
  const parts = [triggerWords(move), condition(move), move.actions.length === 0 ? '' : deeds(move)]
  return parts.filter((part) => part !== '').join(' ')
}

function condition({ guard, isElse }: ChartMove): string {
  if (guard !== null) return `[${guard}]`
  return isElse ? '[senão]' : ''
}

function deeds({ actions, isIgnored, to }: ChartMove): string {
  if (isIgnored) return '/ nada'
  if (to.length > 0 && actions.length === 0) return ''
  return `/ ${actions.length === 0 ? 'ação' : actions.join(', ')}`
}

/** Puts each part on one line if it fits, otherwise breaks it at its spaces. */
export function wrapped(parts: readonly string[]): string[] {
  const lines: string[] = []
  for (const part of parts) {
    if (part === '') continue
    const last = lines.at(-1)
    if (last !== undefined && last.length + part.length < longestLine) lines[lines.length - 1] = `${last} ${part}`
    else lines.push(...broken(part))
  }
  return lines
}

function broken(part: string): string[] {
  const lines: string[] = []
  for (const word of part.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + word.length < longestLine) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}
