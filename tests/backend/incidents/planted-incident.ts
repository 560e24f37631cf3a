import { saveIncidents } from '../../../backend/incidents/incident-store.ts'
import { beginIncident, moveIncident } from '../../../backend/incidents/moved-incident.ts'
import type { Backend } from '../../../backend/server.ts'

/** Stores an incident of the admin's customer without an owner. Returns its id. */
export async function plantIncident(
  { database }: Backend,
  life: 'new' | 'closed' = 'new',
  condominiumId = 'condominio-01',
  at = Date.now(),
): Promise<string> {
  const incident = beginIncident({
    customersId: 'horizonte',
    condominiumId,
    wordCode: 'AGUAVIVA-01',
    kind: 'door-forced',
    at,
    failing: 1,
  })
  if (life === 'closed') moveIncident(incident, { type: 'person.closed', at, by: 'user-admin', word: 'Engano' })
  await database.transaction((transaction) => saveIncidents(transaction, [incident]))
  return incident.id
}
