import type * as v from 'valibot'
import { storedRecordSchema } from '../../contract/wire/answers/audit.ts'
import { condominiumChanged, condominiumSchema } from '../../contract/wire/answers/condominiums.ts'
import { contactShares } from '../../contract/wire/answers/devices/device-timeline.ts'
import { deviceError, deviceNotAsked, deviceSchema } from '../../contract/wire/answers/devices/devices.ts'
import { deviceHealth } from '../../contract/wire/answers/devices/health.ts'
import { portTestSchema } from '../../contract/wire/answers/devices/port-tests.ts'
import { simulatedDeviceSchema } from '../../contract/wire/answers/devices/simulator.ts'
import { errorBody, fieldsError } from '../../contract/wire/answers/errors.ts'
import { foundEventSchema } from '../../contract/wire/answers/event-search.ts'
import { activitySchema } from '../../contract/wire/answers/events.ts'
import { signedHead } from '../../contract/wire/answers/evidence.ts'
import { handover } from '../../contract/wire/answers/handovers.ts'
import { incidentNote } from '../../contract/wire/answers/incident-story.ts'
import { incidentSchema } from '../../contract/wire/answers/incidents.ts'
import { notificationSchema } from '../../contract/wire/answers/notifications.ts'
import { oneTimeLink, personDetails, personSchema } from '../../contract/wire/answers/people.ts'
import { userSchema } from '../../contract/wire/answers/session.ts'
import { servedConfig } from '../../contract/wire/panel-config.ts'
import { pushPayload } from '../../contract/wire/push.ts'
import { condominiumBody } from '../../contract/wire/requests/condominiums.ts'

/** Schemas with a name of their own (`#/components/schemas/…`): those of several routes, and the socket and push messages. */
export const namedSchemas: Record<string, v.GenericSchema> = {
  Activity: activitySchema,
  Condominium: condominiumSchema,
  CondominiumBody: condominiumBody,
  CondominiumChanged: condominiumChanged,
  ContactShares: contactShares,
  Device: deviceSchema,
  DeviceError: deviceError,
  DeviceHealth: deviceHealth,
  DeviceNotAsked: deviceNotAsked,
  Error: errorBody,
  FieldsError: fieldsError,
  FoundEvent: foundEventSchema,
  Handover: handover,
  Incident: incidentSchema,
  IncidentNote: incidentNote,
  Notification: notificationSchema,
  OneTimeLink: oneTimeLink,
  PanelConfig: servedConfig,
  Person: personSchema,
  PersonDetails: personDetails,
  PortTest: portTestSchema,
  PushPayload: pushPayload,
  SignedHead: signedHead,
  SimulatedDevice: simulatedDeviceSchema,
  StoredRecord: storedRecordSchema,
  User: userSchema,
}
