import type { AnyStateMachine, AnyStateNode, StateValue } from 'xstate'
import { childrenOf, type GuardWords, guardText, movesOf, nodesOf, type Trigger } from './chart-parts.ts'

/** A state of a chart as plain data, for drawing, workers and files. */
export interface ChartState {
  id: string
  key: string
  /** Null for the root. */
  parentId: string | null
  kind: 'atomic' | 'compound' | 'parallel' | 'final' | 'history'
  /** Ids, in the order of the definition. */
  children: readonly string[]
  isInitial: boolean
  /** Names of the services that run while the state is active. */
  invokes: readonly string[]
  tags: readonly string[]
}

export interface ChartMove {
  id: string
  from: string
  /** Ids of states; empty if the transition has no target. */
  to: readonly string[]
  trigger: Trigger
  /** Delay of an `after` in milliseconds; null if it depends on the context. */
  delayMs: number | null
  /** The guard as readable text; null without a guard. */
  guard: string | null
  /** Taken if no earlier guard passes. */
  isElse: boolean
  /** The transition accepts the event and has no effect. */
  isIgnored: boolean
  /** Only named actions. */
  actions: readonly string[]
}

export interface ChartDescription {
  id: string
  /** The root first; a parent before its children. */
  states: readonly ChartState[]
  moves: readonly ChartMove[]
}

const portugueseGuards: GuardWords = { and: 'e', or: 'ou', not: 'não', in: 'em', unnamed: 'condição' }

/** `guardWords`: the words between the names in the text of a guard. */
export function describeChart(machine: AnyStateMachine, guardWords = portugueseGuards): ChartDescription {
  return {
    id: machine.id,
    states: nodesOf(machine.root).map(stateOf),
    moves: movesOf(machine).map(({ id, definition, from, to, trigger, guard, isElse, isIgnored }) => ({
      id,
      from: from.id,
      to: to.map((target) => target.id),
      trigger,
      delayMs: trigger.kind === 'after' ? delayOf(machine, trigger.delay) : null,
      guard: guard === null ? null : guardText(guard, guardWords),
      isElse,
      isIgnored,
      actions: definition.actions.flatMap(nameOf),
    })),
  }
}

function stateOf(node: AnyStateNode): ChartState {
  return {
    id: node.id,
    key: node.key,
    parentId: node.parent?.id ?? null,
    kind: node.type,
    children: childrenOf(node).map(({ id }) => id),
    isInitial: node.parent?.type === 'compound' && node.parent.initial.target.includes(node),
    invokes: node.invoke.map(({ src, id }) => (typeof src === 'string' ? src : id)),
    tags: node.tags,
  }
}

function delayOf({ implementations }: AnyStateMachine, delay: string): number | null {
  const named: unknown = implementations.delays[delay] ?? Number(delay)
  return typeof named === 'number' && Number.isFinite(named) ? named : null
}

function nameOf(action: unknown): string[] {
  if (typeof action === 'string') return [action]
  return typeof action === 'object' && action !== null && 'type' in action ? [String(action.type)] : []
}

/** The ids of the states in a state value, including the root; unknown parts are skipped. */
export function activeStates({ states }: ChartDescription, value: StateValue): Set<string> {
  const byId = new Map(states.map((state) => [state.id, state]))
  const active = new Set<string>()
  const enter = (state: ChartState, inner: StateValue | undefined) => {
    active.add(state.id)
    for (const id of state.children) {
      const child = byId.get(id)
      if (child === undefined || inner === undefined) continue
      if (inner === child.key) enter(child, undefined)
      else if (typeof inner === 'object' && Object.hasOwn(inner, child.key)) enter(child, inner[child.key])
    }
  }
  const [root] = states
  if (root !== undefined) enter(root, value)
  return active
}
