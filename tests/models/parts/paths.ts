import { isDeepStrictEqual } from 'node:util'
import { getShortestPaths } from '@xstate/test'
import { type AnyMachineSnapshot, type AnyStateMachine, createActor, type EventObject, type StateValue } from 'xstate'

interface Search<Event extends EventObject> {
  model: AnyStateMachine
  input?: unknown
  events: readonly Event[]
  possible(event: Event, snapshot: AnyMachineSnapshot): boolean
  key(snapshot: AnyMachineSnapshot): string
  status(snapshot: AnyMachineSnapshot): unknown
  everyPath: boolean
}

export interface Path<Event extends EventObject> {
  events: readonly Event[]
  end: StateValue
}

/** The model after some events. The path search skips events, so its own snapshots lack their effects. */
interface PathNode {
  snapshot: AnyMachineSnapshot
  /** Kind of the last step: state, whole event, next state, names of effects, changed parts of the context. */
  kind: string
  next: Map<EventObject, PathNode>
}

/** Finds paths that take every kind of step, or all shortest paths; a path that begins another one is dropped. */
export function pathsOf<Event extends EventObject>(search: Search<Event>): Path<Event>[] {
  const { model, input, events, possible, key, everyPath } = search
  const transition = transitionsOf(model, input)
  const possibleIn = (snapshot: AnyMachineSnapshot) => events.filter((event) => possible(event, snapshot))
  const ways = getShortestPaths(model, { input, events: possibleIn, serializeState: key, limit: 1_000_000 })
  const start: PathNode = { snapshot: transition(), kind: '', next: new Map() }
  const after = (node: PathNode, event: Event): PathNode => {
    const known = node.next.get(event)
    if (known !== undefined) return known
    const next = nodeAfter(node, event, transition(node.snapshot, event), search)
    node.next.set(event, next)
    return next
  }
  const paths = ways
    .flatMap(({ state, steps }) => {
      const way = steps.slice(1).map(({ event }) => event as Event)
      const node = way.reduce(after, start)
      return possibleIn(state).map((event) => ({ events: [...way, event], node: after(node, event) }))
    })
    .filter(({ node }) => node.next.size === 0)
    .map(({ events, node }) => ({ events, end: node.snapshot.value }))
  if (everyPath) return paths
  const taken = new Set<string>()
  return paths
    .toSorted((one, other) => one.events.length - other.events.length)
    .filter(({ events }) => {
      const before = taken.size
      let node = start
      for (const event of events) {
        node = after(node, event)
        taken.add(node.kind)
      }
      return taken.size > before
    })
}

/**
 * Returns a function that computes the model's transitions; without arguments its initial snapshot. One idle actor is
 * shared: the function of XState creates one per call.
 */
function transitionsOf(model: AnyStateMachine, input: unknown) {
  const self = createActor(model, { input })
  const ignore = () => {}
  const scope = {
    self,
    system: self.system,
    id: '',
    sessionId: '',
    logger: ignore,
    defer: ignore,
    stopChild: ignore,
    emit: ignore,
    actionExecutor: ignore,
  }
  return (snapshot?: AnyMachineSnapshot, event?: EventObject): AnyMachineSnapshot =>
    snapshot === undefined || event === undefined
      ? model.getInitialSnapshot(scope, input)
      : model.transition(snapshot, event, scope)
}

function nodeAfter<Event extends EventObject>(
  { snapshot: before }: PathNode,
  event: Event,
  snapshot: AnyMachineSnapshot,
  { status }: Search<Event>,
): PathNode {
  const effects: readonly string[] = snapshot.context.did.slice(before.context.did.length)
  const done = new Set(effects.map((effect) => effect.split(' ', 2).join(' ')).sort())
  const changed = Object.keys(snapshot.context).filter(
    (part) => part !== 'did' && !isDeepStrictEqual(snapshot.context[part], before.context[part]),
  )
  const kind = JSON.stringify([status(before), event, status(snapshot), [...done], changed])
  return { snapshot, kind, next: new Map() }
}
