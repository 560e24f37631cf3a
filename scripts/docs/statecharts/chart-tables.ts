import type { AnyStateMachine, AnyStateNode } from 'xstate'
import {
  childrenOf,
  guardNames,
  guardText,
  isSpokenGuard,
  type Move,
  movesOf,
  moveText,
  nodesOf,
  stateName,
  triggerText,
} from '../../../src/inspector/charts/chart-parts.ts'
import { code, table } from '../markdown.ts'
import type { Chart } from './charts.ts'

/** Longer pieces of code are to be read where they stand. */
const longestRule = 120

/** What is to be said of a state that runs another chart and does nothing else. */
export type ChildSentence = (actor: string) => string | null

/** Every state, what it is for, and its tags. */
export function statesTable(machine: AnyStateMachine, sentenceOf: ChildSentence): string {
  const rows = nodesOf(machine.root)
    .slice(1)
    .map((node) => [code(stateName(node)), kindOf(node), meaningOf(node, sentenceOf), node.tags.map(code).join(', ')])
  return table(['State', 'Kind', 'Meaning', 'Tags'], rows)
}

/** What a state is for: its description; of a region that runs another chart, what that is for. */
function meaningOf(node: AnyStateNode, sentenceOf: ChildSentence): string {
  if (node.description !== undefined) return node.description
  const [only, ...others] = childrenOf(node)
  const [invoked] = only !== undefined && others.length === 0 ? only.invoke : []
  return (invoked && sentenceOf(String(invoked.src))) ?? ''
}

/** Regions that nothing is said of: a name in a parallel state does not say what it is beside the others for. */
export function silentRegions(machine: AnyStateMachine, sentenceOf: ChildSentence): string[] {
  return nodesOf(machine.root)
    .filter((node) => node.parent?.type === 'parallel' && meaningOf(node, sentenceOf) === '')
    .map(stateName)
}

function kindOf(node: AnyStateNode): string {
  const kinds = [
    ...(node.type === 'final' || node.type === 'parallel' ? [node.type] : []),
    ...(node.parent?.type === 'parallel' ? ['region'] : []),
    ...(node.parent?.type === 'compound' && node.parent.initial.target.includes(node) ? ['initial'] : []),
  ]
  return kinds.join(', ')
}

/** Every event that it may be sent, and what it does in which state. */
export function eventsTable({ machine, eventComments }: Chart): string {
  const moves = Map.groupBy(movesOf(machine), ({ trigger }) => (trigger.kind === 'event' ? trigger.event : ''))
  const rows = [...moves]
    .filter(([event]) => event !== '')
    .map(([event, taken]) => [
      code(triggerText({ kind: 'event', event })),
      eventComments.get(event) ?? '',
      taken.map(wayText).join('<br>'),
    ])
  return rows.length === 0 ? 'None.' : table(['Event', 'Meaning', 'Accepted in'], rows)
}

/** `open` [guard] → `closed`; without an arrow where it only does something there. */
function wayText(move: Move): string {
  const condition = move.guard === null ? (move.isElse ? ' [else]' : '') : ` [${guardText(move.guard)}]`
  const goals = move.to.map((node) => code(stateName(node))).join(', ')
  const outcome = goals === '' ? (move.isIgnored ? ': ignored' : '') : ` → ${goals}`
  const way = `${code(stateName(move.from))}${condition}${outcome}`
  return move.description === '' ? way : `${way}: ${move.description}`
}

/** Every guard, its rule, and who asks it. */
export function guardsTable({ machine, source }: Chart): string {
  const asked = movesOf(machine).filter(({ guard }) => guard !== null)
  const names = [...new Set(asked.flatMap(({ guard }) => guardNames(guard)))]
  const rows = names.map((name) => {
    const implementation: unknown = machine.implementations.guards[name]
    const { comment = '', text = '', maker = '' } = source.setup.guards.get(name) ?? {}
    const rule = isSpokenGuard(implementation) ? guardText(implementation) : ruleOf(text)
    return [
      code(name),
      [maker === 'guardNotProvided' ? 'A service knows.' : rule === '' ? '' : code(rule), comment]
        .filter((each) => each !== '')
        .join(' '),
      listed(asked.filter(({ guard }) => guardNames(guard).includes(name)).map(whereText)),
    ]
  })
  return names.length === 0 ? 'None.' : table(['Guard', 'Rule', 'Asked in'], rows)
}

/** Every delay with its value, and where it runs. */
export function delaysTable({ machine, source }: Chart): string {
  const waits = movesOf(machine).flatMap((move) =>
    move.trigger.kind === 'after' ? [{ delay: move.trigger.delay, way: wayText(move) }] : [],
  )
  const rows = [...Map.groupBy(waits, ({ delay }) => delay)].map(([delay, runs]) => {
    const value: unknown = machine.implementations.delays[delay] ?? Number(delay)
    const { text = '' } = source.setup.delays.get(delay) ?? {}
    const shown = typeof value === 'number' ? duration(value) : 'computed'
    return [
      code(delay),
      text === '' || ruleOf(text) === '' ? shown : `${shown}: ${code(ruleOf(text))}`,
      listed(runs.map(({ way }) => way)),
    ]
  })
  return rows.length === 0 ? 'None.' : table(['Delay', 'Value', 'Runs in'], rows)
}

/** The numbers that its rules are made of. */
export function constantsTable({ constants }: Chart): string {
  return table(
    ['Constant', 'Value'],
    [...constants].map(([name, value]) => [
      code(name),
      /Ms$/.test(name) ? duration(value) : value.toLocaleString('en'),
    ]),
  )
}

/** `1,800,000 ms (30 min)` */
export function duration(ms: number): string {
  const exact = `${ms.toLocaleString('en')} ms`
  const unit = (
    [
      ['h', 3_600_000],
      ['min', 60_000],
      ['s', 1_000],
    ] as const
  ).find(([, length]) => ms >= length)
  return unit === undefined ? exact : `${exact} (${(ms / unit[1]).toLocaleString('en')} ${unit[0]})`
}

/** Where a move is taken from, and on what. */
function whereText({ from, trigger }: Move): string {
  return `${code(stateName(from))} ${triggerText(trigger)}`
}

/** The body of a function, or a value, as it is written; '' where it is too long for a table. */
export function ruleOf(text: string): string {
  const [, body = text] = /^\(.*?\) => (.*)$/.exec(text) ?? []
  return body.length > longestRule || body.startsWith('{') ? '' : body
}

function listed(items: readonly string[]): string {
  return [...new Set(items)].join('<br>')
}

/** Where a service or a child of a chart is asked or heard of, and where its answer leads. */
export function askedIn(machine: AnyStateMachine, service: string): string {
  const moves = movesOf(machine)
  const answersIn = (node: AnyStateNode) =>
    moves.filter(({ from, trigger }) => from === node && 'service' in trigger && trigger.service === service)
  const places = nodesOf(machine.root).filter(
    (node) => node.invoke.some(({ src }) => src === service) || answersIn(node).length > 0,
  )
  return listed(
    places.map((node) => {
      const answers = answersIn(node).map((move) => {
        const goals = move.to.map((goal) => code(stateName(goal))).join(', ')
        return `${moveText(move).slice(service.length + 1)}${goals === '' ? '' : ` → ${goals}`}`
      })
      return `${code(stateName(node))}${answers.length === 0 ? '' : `: ${answers.join('; ')}`}`
    }),
  )
}
