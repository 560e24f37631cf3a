/** BOOT-4: how many times a crashing child is restarted within a minute. */
export const crashLimits = { restarts: 3, withinMs: 60_000 } as const

/** The part of a flow's plan that a region needs. */
interface Supervised<Input> {
  input?: Input
  hears?: readonly string[]
}

/** The type of a region that `region` makes. */
type Region<Id extends string, Input> = ReturnType<typeof region<Id, Input>>

/** The region of a child: invokes it, forwards the events in `hears`, restarts it after a crash (BOOT-4). */
export function region<Id extends string, Input>(actorId: Id, { input, hears = [] }: Supervised<Input>) {
  const forward = { actions: { type: 'forward', params: { to: actorId } } } as const
  return {
    initial: 'alive',
    states: { alive: { invoke: { src: actorId, input, ...supervised(actorId) } } },
    on: Object.fromEntries(hears.map((type) => [type, forward])),
  } as const
}

/** Makes a region for each flow of a list. */
export function regionsOf<Flows extends Record<string, Supervised<unknown>>>(
  flows: Flows,
): { [Id in keyof Flows & string]: Region<Id, Flows[Id] extends Supervised<infer Input> ? Input : never> }
export function regionsOf(flows: Record<string, Supervised<unknown>>) {
  return Object.fromEntries(Object.entries(flows).map(([id, flow]) => [id, region(id, flow)]))
}

function supervised<Id extends string>(actorId: Id) {
  const crash = ({ event }: { event: { error: unknown } }) => ({ actorId, error: event.error })
  const counted = [
    { type: 'logCrash', params: crash },
    { type: 'countCrash', params: crash },
    { type: 'stopOrphans', params: { actorId } },
  ] as const
  return {
    id: actorId,
    systemId: actorId,
    onError: [
      { guard: { type: 'crashesTooOften', params: { actorId } }, target: '#panel.crashed', actions: counted },
      { target: 'alive', reenter: true, actions: [...counted, { type: 'forgetCrashLater', params: { actorId } }] },
    ],
  } as const
}
