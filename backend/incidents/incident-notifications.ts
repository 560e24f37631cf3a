import { incidentSentence, incidentTitle } from '../../contract/incidents/incident-sentence.ts'
import type { Incident, IncidentNotice } from '../../contract/wire/answers/incidents.ts'
import type { IncidentData, Notification } from '../../contract/wire/answers/notifications.ts'
import type { Queryable } from '../database/database.ts'
import { storeNotifications } from '../notifications/notifications.ts'

/** Content of a notification about one incident. */
export type IncidentNotification = { customersId: string; incident: Incident; notice: IncidentNotice }

/**
 * Notifies everyone who may see the incidents, once each (INC-6), of a handover only the new owner (DESK-5); resolves to the stored
 * notifications.
 */
export function notifyOfIncidents(
  transaction: Queryable,
  notifications: readonly IncidentNotification[],
  now: number,
): Promise<Notification[]> {
  const at = new Date(now).toISOString()
  return storeNotifications(
    transaction,
    notifications.map(({ customersId, incident, notice }) => ({
      id: `${incident.id}-${notice}-${incident.version}`,
      customersId,
      condominiumId: incident.condominiumId,
      userId: notice === 'handed-over' ? (incident.owner?.id ?? null) : null,
      title: titleOf(incident, notice),
      body: bodyOf(incident, notice),
      data: dataOf(incident, notice),
      at,
    })),
  )
}

function titleOf(incident: Incident, notice: IncidentNotice): string {
  if (notice === 'handed-over') return `${incident.passed?.by.name || 'Alguém'} passou para você`
  if (notice !== 'recovered') return incidentTitle(incident)
  return incident.end === 'recovered' ? 'Contato de volta' : 'Ocorrência terminada'
}

function bodyOf(incident: Incident, notice: IncidentNotice): string {
  const { condominiumName } = incident
  const sentence = incidentSentence(incident)
  const isNamed = condominiumName === '' || sentence.includes(condominiumName)
  const before = { lasts: 'Parou de oscilar. ', 'silence-over': 'O silêncio acabou. ' }
  const text = notice === 'lasts' || notice === 'silence-over' ? `${before[notice]}${sentence}` : sentence
  return isNamed ? text : `${condominiumName}: ${text}`
}

function dataOf({ id, condominiumId, wordCode, deviceName }: Incident, notice: IncidentNotice): IncidentData {
  return { incidentId: id, notice, condominiumId, wordCode, deviceName }
}
