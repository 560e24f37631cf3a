import {
  breakerStates,
  breakerTransitions,
  type Cell,
  cellOf,
  eventLabel,
  events,
  namesOf,
  states,
} from './breaker-facts.ts'
import { code, fence, table } from './markdown.ts'
import { transitionTests } from './transition-tests.ts'

/**
 * Blocks of the auditors' documents (AUD-1, EVI-7) from the running breaker, the same in both languages, except that only the
 * English document has the names of the tests.
 */
export function failureBlocks({ hasTestNames }: { hasTestNames: boolean }): Record<string, string> {
  return { chart: fence('mermaid', chartDiagram()), matrix: matrix(), transitions: transitions(hasTestNames) }
}

/** Replaces a state with inner states by each of these. */
function chartDiagram(): string {
  const idOf = (state: string) => state.replace('.', '_')
  const innerOf = (state: string) => breakerStates.filter((each) => each === state || each.startsWith(`${state}.`))
  const arrows = breakerTransitions().flatMap(({ from, to, event, guard }) =>
    to === null
      ? []
      : innerOf(from).map((inner) => ({
          way: `${idOf(inner)} --> ${idOf(innerOf(to)[0] ?? to)}`,
          reason: guard === null ? event : `${event} [${guard}]`,
        })),
  )
  return [
    'stateDiagram-v2',
    ...breakerStates.map((state) => `    state "${state}" as ${idOf(state)}`),
    `    [*] --> ${breakerStates[0]}`,
    ...[...Map.groupBy(arrows, ({ way }) => way)].map(
      ([way, alike]) => `    ${way}: ${alike.map(({ reason }) => reason).join('<br/>')}`,
    ),
  ].join('\n')
}

function matrix(): string {
  return table(
    ['', ...states.map(({ state, failureCount }) => `${code(state)}, ${failureCount}`)],
    namesOf(events).map((event) => [
      eventLabel(event),
      ...states.map((circuit) => cellText(circuit.state, cellOf(circuit, event))),
    ]),
  )
}

function cellText(before: string, { state, failureCount, countBefore, cause, moved }: Cell): string {
  const parts = [
    ...(state === before ? [] : [`→ ${code(state)}`]),
    ...(failureCount === countBefore ? [] : [`${countBefore} → ${failureCount}`]),
    ...[...moved, ...(cause === null ? [] : [cause])].map(code),
  ]
  return parts.join('; ') || '–'
}

function transitions(hasTestNames: boolean): string {
  const rows = breakerTransitions().map(({ name, from, event, guard, to, cause }) => [
    ...[from, event].map(code),
    ...[guard, to, cause].map((each) => (each === null ? '–' : code(each))),
    (transitionTests[name] ?? [])
      .map(([file, test]) => code(file.replace(/^.*\//, '')) + (hasTestNames ? `: ${test}` : ''))
      .join('; ') || '–',
  ])
  return table(['from', 'event', 'guard', 'to', 'cause', 'tests'], rows)
}
