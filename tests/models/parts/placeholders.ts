import type { AnyStateMachine } from 'xstate'
import type { StandIns } from './stand-ins.ts'
import { thisFile } from './this-file.ts'

/** Fails if a service, an effect or a guard of the machine is still a placeholder of `not-provided.ts`. */
export function expectStandIns(machine: AnyStateMachine): void {
  const missing = placeholdersOf(machine).map(({ name }) => `${machine.id}.${name}`)
  if (missing.length === 0) return
  throw new Error(
    `no stand-in for ${missing.join(', ')}: add it to the provide({…}) of '${machine.id}' in ${thisFile()}`,
  )
}

/** Replaces every placeholder by a stand-in named `<prefix>.<service>`; a guard is always true. */
export function withStandIns<Machine extends AnyStateMachine>(
  machine: Machine,
  standIns: StandIns,
  prefix: string,
): Machine {
  const provided: Record<Kind, Record<string, unknown>> = { actors: {}, actions: {}, guards: {} }
  for (const { kind, name, code } of placeholdersOf(machine)) {
    const id = `${prefix}.${name}`
    const actor = () => (code.includes('Promise.reject') ? standIns.promise(id) : standIns.callback(id))
    provided[kind][name] = { actors: actor, actions: () => standIns.effect(id), guards: () => () => true }[kind]()
  }
  return machine.provide(provided as never) as Machine
}

type Kind = 'actors' | 'actions' | 'guards'

function placeholdersOf({ implementations }: AnyStateMachine): { kind: Kind; name: string; code: string }[] {
  return (['actors', 'actions', 'guards'] as const).flatMap((kind) =>
    Object.entries(implementations[kind] ?? {}).flatMap(([name, implementation]) => {
      const code = codeOf(implementation)
      return code.includes('Error(`not provided: ${') ? [{ kind, name, code }] : []
    }),
  )
}

/** Source text of a service, effect or guard: the only mark that `not-provided.ts` leaves. */
function codeOf(implementation: unknown): string {
  if (typeof implementation === 'function') return String(implementation)
  const isService = typeof implementation === 'object' && implementation !== null && 'config' in implementation
  return isService && typeof implementation.config === 'function' ? String(implementation.config) : ''
}
