import type { ActorLogic, AnyEventObject, AnyStateMachine, StateValueFrom } from 'xstate'
import { incidentMachine, isMoment } from '../../../contract/incidents/incident.machine.ts'
import { isPending, procedureMachine } from '../../../contract/procedures/procedure.machine.ts'
import type { Incident } from '../../../contract/wire/answers/incidents.ts'
import type { ProcedureRun } from '../../../contract/wire/answers/procedures.ts'

/** A chart snapshot with the record from the server as context. */
type Mirrored<Machine extends AnyStateMachine, Stored> = {
  status: 'active' | 'stopped'
  output: undefined
  error: undefined
  machine: Machine
  value: StateValueFrom<Machine>
  context: Stored
}

export type ServerMirror<Machine extends AnyStateMachine, Stored> = ActorLogic<
  Mirrored<Machine, Stored>,
  AnyEventObject,
  Stored
>

/**
 * The last received state of a record, in the chart that the server uses (INS-1). The actor takes no events: each new
 * version is a new actor with the same name.
 */
function serverMirror<Machine extends AnyStateMachine, Stored>(
  machine: Machine,
  stateOf: (stored: Stored) => StateValueFrom<Machine>,
): ServerMirror<Machine, Stored> {
  return {
    getInitialSnapshot: (_, stored) => ({
      ...{ status: 'active', output: undefined, error: undefined, machine, value: stateOf(stored), context: stored },
    }),
    transition: (snapshot, { type }) => (type === 'xstate.stop' ? { ...snapshot, status: 'stopped' } : snapshot),
    getPersistedSnapshot: (snapshot) => snapshot,
  }
}

/** Mirrors an incident (INC-2). */
export const incidentMirror = serverMirror(incidentMachine, incidentStateOf)

/** Mirrors the work on a procedure (PROC-2). */
export const procedureMirror = serverMirror(procedureMachine, procedureStateOf)

/** The state value of an incident in its chart; the incident's fields determine it completely. */
export function incidentStateOf({
  kind,
  life,
  isOscillating,
  isTold,
}: Pick<Incident, 'kind' | 'life' | 'isOscillating' | 'isTold'>): StateValueFrom<typeof incidentMachine> {
  const isOver = life === 'resolved' || life === 'closed' || life === 'merged'
  return {
    notice: isTold ? 'told' : isOver || isMoment(kind) ? 'quiet' : 'gathering',
    signal: isOscillating ? 'oscillating' : 'steady',
    life: isOver ? life : { open: life },
  }
}

/** The state value of a run in the chart of the procedure; the run's fields determine it completely. */
export function procedureStateOf({
  isOver,
  steps,
}: {
  isOver: boolean
  steps: readonly Pick<ProcedureRun['steps'][number], 'isRequired' | 'state'>[]
}): StateValueFrom<typeof procedureMachine> {
  if (isOver) return 'over'
  return { running: steps.some(isPending) ? 'pending' : 'ready' }
}
