import type { IncidentKind } from '../wire/answers/incidents.ts'
import { eventKinds } from './event-kinds.ts'

/** Name of each kind of incident (pt-BR); an incident of an event has the name of the event. */
export const incidentNames: Readonly<Record<IncidentKind, string>> = {
  contact: 'Dispositivos sem contato',
  'door-forced': eventKinds['door-forced'].text,
  'gate-held-open': eventKinds['gate-held-open'].text,
  alarm: 'Evento que chama',
  reported: eventKinds.reported.text,
}
