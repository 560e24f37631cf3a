import type { ActorLogic, AnyEventObject, StateValueFrom } from 'xstate'
import { incidentMachine, isMoment } from '../../../contract/incidents/incident.machine.ts'
import type { Incident } from '../../../contract/wire/answers/incidents.ts'

/** A chart snapshot with the incident as context. */
type MirroredIncident = {
  status: 'active' | 'stopped'
  output: undefined
  error: undefined
  machine: typeof incidentMachine
  value: StateValueFrom<typeof incidentMachine>
  context: Incident
}

/**
 * The last received state of an incident, in the chart that the server uses (INC-2, INS-1). The actor takes no events:
 * each new version is a new actor with the same name.
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
