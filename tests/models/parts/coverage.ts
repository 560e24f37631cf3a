import {
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyStateNode,
  type AnyTransitionDefinition,
  type InspectionEvent,
  type MachineContext,
  StateMachine,
} from 'xstate'
import { evaluateGuard } from 'xstate/guards'
import { expectStandIns } from './placeholders.ts'

type Guard = NonNullable<AnyTransitionDefinition['guard']>

interface GuardArguments {
  context: MachineContext
  event: AnyEventObject
}

/** Methods that the constructor of XState's machine binds to the instance. */
const boundMethods = ['transition', 'getInitialSnapshot', 'getPersistedSnapshot', 'restoreSnapshot', 'start'] as const

/**
 * Records which states, transitions and guard sides of a production machine the tests reach, based on the microsteps of
 * XState's inspection (MBT-2). A composed guard counts as one guard with two sides.
 */
export class Coverage {
  readonly id: string
  readonly #goals: { states: string[]; transitions: string[]; sides: string[] }
  readonly #reached = new Set<string>()
  readonly #names = new WeakMap<object, string>()
  readonly #watched = new WeakSet<object>()
  #first: AnyStateMachine | undefined

  constructor(machine: AnyStateMachine) {
    this.id = machine.id
    const transitions = nodesOf(machine.root).flatMap(namedTransitions)
    this.#goals = {
      states: nodesOf(machine.root).map(stateName),
      transitions: transitions.map(([name]) => name),
      sides: transitions.flatMap(([name, { guard }]) =>
        guard === undefined ? [] : [true, false].map((side) => sideName(name, guard, side)),
      ),
    }
  }

  /**
   * Prepares a machine made with `provide` for recording; its actor also needs `inspect`. All machines share the state
   * nodes of the first machine, because XState computes new transitions for each machine.
   */
  watch<Machine extends AnyStateMachine>(machine: Machine): Machine {
    if (this.#first === undefined) this.#watchNodes(machine)
    const watched: Machine = Object.create(this.#first ?? machine)
    Object.defineProperty(watched, 'implementations', { value: machine.implementations })
    for (const method of boundMethods) Object.defineProperty(watched, method, { value: StateMachine.prototype[method] })
    this.#watched.add(watched)
    return watched
  }

  readonly inspect = (event: InspectionEvent): void => {
    if (event.type !== '@xstate.microstep' && event.type !== '@xstate.snapshot') return
    const { snapshot } = event
    if (!('machine' in snapshot && '_nodes' in snapshot) || !this.#watched.has(snapshot.machine as object)) return
    for (const node of snapshot._nodes as AnyStateNode[]) this.#reached.add(stateName(node))
    if (event.type !== '@xstate.microstep') return
    for (const transition of event._transitions) {
      this.#reached.add(this.#names.get(transition) ?? '').add(stateName(transition.source))
    }
  }

  /** Lists the missing goals and the wrong excuses in `unreachable`; empty if all goals are reached or excused. */
  objections(unreachable: Readonly<Record<string, string>> = {}): string[] {
    const goals = [...this.#goals.states, ...this.#goals.transitions, ...this.#goals.sides]
    return [
      ...goals.filter((goal) => !this.#reached.has(goal) && !(goal in unreachable)).map((goal) => `missing: ${goal}`),
      ...Object.keys(unreachable).flatMap((goal) => {
        if (!goals.includes(goal)) return [`no such goal: ${goal}`]
        return this.#reached.has(goal) ? [`reached, though called unreachable: ${goal}`] : []
      }),
    ]
  }

  missingTransitions(): string[] {
    return this.#goals.transitions.filter((goal) => !this.#reached.has(goal))
  }

  /** One line with the numbers of reached and existing goals. */
  report(): string {
    const { states, transitions, sides } = this.#goals
    const share = (goals: string[]) => `${goals.filter((goal) => this.#reached.has(goal)).length}/${goals.length}`
    return `${this.id}: ${share(states)} states, ${share(transitions)} transitions, ${share(sides)} guard sides`
  }

  #watchNodes(machine: AnyStateMachine): void {
    expectStandIns(machine)
    this.#first = machine
    this.#watched.add(machine)
    for (const [name, transition] of nodesOf(machine.root).flatMap(namedTransitions)) {
      this.#names.set(transition, name)
      if (transition.guard !== undefined) transition.guard = this.#watchedGuard(name, transition.guard)
    }
  }

  #watchedGuard(name: string, guard: Guard): Guard {
    const check = (snapshot: AnyMachineSnapshot, { context, event }: GuardArguments): boolean => {
      const side = evaluateGuard(guard, context, event, snapshot)
      this.#reached.add(sideName(name, guard, side))
      return side
    }
    return Object.assign(() => false, { type: guardName(guard), check })
  }
}

function nodesOf(node: AnyStateNode): AnyStateNode[] {
  return [node, ...Object.values(node.states).flatMap((child) => nodesOf(child as AnyStateNode))]
}

function namedTransitions(node: AnyStateNode): [string, AnyTransitionDefinition][] {
  const always = node.always ?? []
  return [...node.transitions.values(), always].flatMap((candidates) =>
    candidates.map((transition: AnyTransitionDefinition, index: number): [string, AnyTransitionDefinition] => {
      const suffix = candidates.length > 1 ? ` #${index + 1}` : ''
      return [`${stateName(node)} ${triggerName(transition.eventType)}${suffix}`, transition]
    }),
  )
}

const stateNames = new WeakMap<AnyStateNode, string>()

function stateName(node: AnyStateNode): string {
  const name = stateNames.get(node) ?? (node.path.length === 0 ? node.machine.id : node.path.join('.'))
  stateNames.set(node, name)
  return name
}

function triggerName(eventType: string): string {
  if (eventType === '') return 'always'
  const [, kind, delay] = /^xstate\.(after|done\.actor|error\.actor)\.([^.]*)/.exec(eventType) ?? []
  if (kind === 'after') return `after ${delay}`
  if (kind === undefined) return `on ${eventType}`
  return kind === 'done.actor' ? 'when done' : 'when failed'
}

function guardName(guard: Guard): string {
  if (typeof guard === 'string') return guard
  return 'type' in guard && typeof guard.type === 'string' ? guard.type : 'guard'
}

function sideName(transition: string, guard: Guard, side: boolean): string {
  return `${transition} where ${guardName(guard)} is ${side}`
}
