import { isKnownKind, kindView } from '../../../contract/incidents/event-kinds.ts'
import type { Activity, SearchedKind } from '../../../contract/wire/answers/events.ts'
import {
  AuditIcon,
  BellIcon,
  CheckIcon,
  DeniedIcon,
  DoorIcon,
  IntercomIcon,
  OpenGateIcon,
  SignalIcon,
  SignalOffIcon,
} from '../parts/icons/icons.tsx'

const icons: Readonly<Record<SearchedKind, () => React.ReactNode>> = {
  'access-granted': CheckIcon,
  'access-denied': DeniedIcon,
  'door-forced': DoorIcon,
  'gate-held-open': OpenGateIcon,
  'device-down': SignalOffIcon,
  'device-up': SignalIcon,
  intercom: IntercomIcon,
  reported: AuditIcon,
}

/** Text, tone and icon of an event. */
export function eventView(event: Pick<Activity, 'kind' | 'description' | 'catalogued'>) {
  return { ...kindView(event), Icon: isKnownKind(event.kind) ? icons[event.kind] : BellIcon }
}
