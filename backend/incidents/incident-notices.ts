import { incidentSentence, incidentTitle } from '../../contract/incidents/incident-sentence.ts'
import type { Incident, IncidentNotice } from '../../contract/wire/answers/incidents.ts'
import type { IncidentData, Notification } from '../../contract/wire/answers/notifications.ts'
import type { Queryable } from '../database/database.ts'
import { storeNotifications } from '../notifications/notifications.ts'

/** What is told of one incident. */
export type Telling = { customersId: string; incident: Incident; notice: IncidentNotice }

/** Tells everyone who may see them, once each (INC-6); resolves to what was stored. */
export function tellIncidents(
  transaction: Queryable,
  tellings: readonly Telling[],
  now: number,
): Promise<Notification[]> {
  const at = new Date(now).toISOString()
  return storeNotifications(
    transaction,
    tellings.map(({ customersId, incident, notice }) => ({
      id: `${incident.id}-${notice}-${incident.version}`,
      customersId,
      condominiumId: incident.condominiumId,
      title: notice === 'recovered' ? 'Contato de volta' : incidentTitle(incident),
      body: bodyOf(incident, notice),
      data: dataOf(incident, notice),
      at,
    })),
  )
}

function bodyOf(incident: Incident, notice: IncidentNotice): string {
  const { condominiumName } = incident
  const sentence = incidentSentence(incident)
  const isNamed = condominiumName === '' || sentence.includes(condominiumName)
  const before = { lasts: 'Parou de oscilar. ', 'silence-over': 'O silêncio acabou. ' }
  const told = notice === 'lasts' || notice === 'silence-over' ? `${before[notice]}${sentence}` : sentence
  return isNamed ? told : `${condominiumName}: ${told}`
}

function dataOf({ id, condominiumId, wordCode, deviceName }: Incident, notice: IncidentNotice): IncidentData {
  return { incidentId: id, notice, condominiumId, wordCode, deviceName }
}
