import { type AnyStateMachine, type AnyStateNode, type AnyTransitionDefinition, and, not, or } from 'xstate'

type Guard = NonNullable<AnyTransitionDefinition['guard']>

/** The trigger of a transition: an event, or an internal cause. */
export type Trigger =
  | { kind: 'event'; event: string }
  | { kind: 'after'; delay: string }
  | { kind: 'done'; service: string }
  | { kind: 'failed'; service: string }
  | { kind: 'always' }
  | { kind: 'allDone' }

/** One transition of a chart, in the order of the definition. */
export interface Move {
  /** Equal for all machines made from the same chart. */
  id: string
  definition: AnyTransitionDefinition
  from: AnyStateNode
  /** Empty without a target; several targets if a parallel state is entered in several regions. */
  to: readonly AnyStateNode[]
  trigger: Trigger
  guard: Guard | null
  /** Taken if no earlier guard passes. */
  isElse: boolean
  /** The transition accepts the event and has no effect. */
  isIgnored: boolean
  description: string
}

/** Every state of a chart, the root first; a parent before its children. */
export function nodesOf(node: AnyStateNode): AnyStateNode[] {
  return [node, ...childrenOf(node).flatMap(nodesOf)]
}

export function childrenOf(node: AnyStateNode): AnyStateNode[] {
  return Object.values(node.states)
}

/** Path of a state within its chart, with dots; the chart's id for the root. */
export function stateName({ path, machine }: AnyStateNode): string {
  return path.length === 0 ? machine.id : path.join('.')
}

export function movesOf(machine: AnyStateMachine): Move[] {
  return nodesOf(machine.root).flatMap((node) =>
    [...node.transitions.values(), node.always ?? []].flatMap((candidates) =>
      candidates.map(
        (transition: AnyTransitionDefinition, index: number): Move => ({
          id: `${node.id}|${transition.eventType}|${index}`,
          definition: transition,
          from: node,
          to: transition.target ?? [],
          trigger: triggerOf(node, transition.eventType),
          guard: transition.guard ?? null,
          isElse: index > 0 && transition.guard === undefined,
          isIgnored: (transition.target ?? []).length === 0 && transition.actions.length === 0,
          description: transition.description ?? '',
        }),
      ),
    ),
  )
}

function triggerOf(node: AnyStateNode, eventType: string): Trigger {
  if (eventType === '') return { kind: 'always' }
  if (eventType.startsWith('xstate.done.state.')) return { kind: 'allDone' }
  const [, how, id = ''] = /^xstate\.(done|error)\.actor\.(.+)$/.exec(eventType) ?? []
  if (how !== undefined) {
    const service = String(node.invoke.find((invoked) => invoked.id === id)?.src ?? id)
    return { kind: how === 'done' ? 'done' : 'failed', service }
  }
  const after = 'xstate.after.'
  if (eventType.startsWith(after)) return { kind: 'after', delay: eventType.slice(after.length, -`.${node.id}`.length) }
  return { kind: 'event', event: eventType }
}

export function triggerText(trigger: Trigger): string {
  if (trigger.kind === 'event') return trigger.event === '*' ? 'any other event' : trigger.event
  if (trigger.kind === 'after') return `after ${trigger.delay}`
  if (trigger.kind === 'always') return 'always'
  if (trigger.kind === 'allDone') return 'when it is done'
  return `${trigger.service} ${trigger.kind}`
}

/** Trigger and guard of a transition: `link.refused [isUnauthorized]`. */
export function moveText({ trigger, guard, isElse }: Move): string {
  const condition = guard === null ? (isElse ? 'else' : '') : guardText(guard)
  return condition === '' ? triggerText(trigger) : `${triggerText(trigger)} [${condition}]`
}

/** The words between the names of guards. */
export type GuardWords = Readonly<Record<'and' | 'or' | 'not' | 'in' | 'unnamed', string>>

export const englishGuards: GuardWords = { and: 'and', or: 'or', not: 'not', in: 'in', unnamed: 'a condition' }

/** A guard as text: `isNearEnd and isRemembered`, `in page.visible`, `isStored(mode, dark)`. */
export function guardText(guard: unknown, words = englishGuards): string {
  if (typeof guard === 'string') return guard
  if (isComposed(guard)) {
    const parts = guard.guards.map((each) => guardText(each, words))
    const how = howComposed(guard)
    return how === 'not' ? `${words.not} ${parts[0]}` : parts.join(` ${words[how]} `)
  }
  if (typeof guard === 'function')
    return 'stateValue' in guard ? `${words.in} ${valueText(guard.stateValue)}` : guard.name || words.unnamed
  if (typeof guard !== 'object' || guard === null || !('type' in guard)) return words.unnamed
  const params = 'params' in guard && typeof guard.params === 'object' ? Object.values(guard.params ?? {}) : []
  return params.length === 0 ? String(guard.type) : `${guard.type}(${params.join(', ')})`
}

export function guardNames(guard: unknown): string[] {
  if (typeof guard === 'string') return [guard]
  if (isComposed(guard)) return guard.guards.flatMap(guardNames)
  return typeof guard === 'object' && guard !== null && 'type' in guard ? [String(guard.type)] : []
}

/** Whether a guard is composed of guards or states, so that its text is complete. */
export function isSpokenGuard(guard: unknown): boolean {
  return isComposed(guard) || (typeof guard === 'function' && 'stateValue' in guard)
}

interface Composed {
  guards: readonly unknown[]
  check: unknown
}

function isComposed(guard: unknown): guard is Composed {
  return typeof guard === 'function' && 'guards' in guard && Array.isArray(guard.guards)
}

const examples = { and: and([]), or: or([]), not: not('any') } as const

/** Identified by its `check` function: the build renames functions. */
function howComposed({ check }: Composed): keyof typeof examples {
  if (check === checkOf(examples.not)) return 'not'
  return check === checkOf(examples.or) ? 'or' : 'and'
}

function checkOf(guard: unknown): unknown {
  return isComposed(guard) ? guard.check : undefined
}

function valueText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value).replace(/^#/, '')
  return Object.entries(value)
    .flatMap(([key, inner]) =>
      valueText(inner)
        .split(' + ')
        .map((text) => `${key}.${text}`),
    )
    .join(' + ')
}
