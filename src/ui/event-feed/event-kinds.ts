import { kindView } from '../../../contract/incidents/event-kinds.ts'
import type { Activity, ActivityKind } from '../../../contract/wire/answers/events.ts'
import {
  BellIcon,
  CheckIcon,
  DeniedIcon,
  DoorIcon,
  IntercomIcon,
  OpenGateIcon,
  SignalIcon,
  SignalOffIcon,
} from '../parts/icons/icons.tsx'

const icons: Readonly<Partial<Record<string, () => React.ReactNode>>> = {
  'access-granted': CheckIcon,
  'access-denied': DeniedIcon,
  'door-forced': DoorIcon,
  'gate-held-open': OpenGateIcon,
  'device-down': SignalOffIcon,
  'device-up': SignalIcon,
  intercom: IntercomIcon,
} satisfies Record<ActivityKind, unknown>

/** Text, tone and icon of an event. */
export function eventView(event: Pick<Activity, 'kind' | 'description' | 'catalogued'>) {
  return { ...kindView(event), Icon: icons[event.kind] ?? BellIcon }
}
