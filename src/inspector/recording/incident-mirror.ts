import type { ActorLogic, AnyEventObject, StateValueFrom } from 'xstate'
import { incidentMachine, isMoment } from '../../../contract/incidents/incident.machine.ts'
import type { Incident } from '../../../contract/wire/answers/incidents.ts'

/** As a snapshot of the chart, but that its context is what was told. */
type MirroredIncident = {
  status: 'active' | 'stopped'
  output: undefined
  error: undefined
  machine: typeof incidentMachine
  value: StateValueFrom<typeof incidentMachine>
  context: Incident
}

/**
 * An incident as the server has told it, in the chart by which the server moves it (INC-2, INS-1). It stands as it was told and takes
 * nothing: what is told next is another actor of that name.
 */
export const incidentMirror: ActorLogic<MirroredIncident, AnyEventObject, Incident> = {
  getInitialSnapshot: (_, incident) => ({
    status: 'active',
    output: undefined,
    error: undefined,
    machine: incidentMachine,
    value: incidentStateOf(incident),
    context: incident,
  }),
  transition: (snapshot, { type }) => (type === 'xstate.stop' ? { ...snapshot, status: 'stopped' } : snapshot),
  getPersistedSnapshot: (snapshot) => snapshot,
}

/** Where an incident is in its chart: what is told of it leaves nothing open. */
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
