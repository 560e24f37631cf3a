import type { Activity } from '../../../contract/wire/answers/events.ts'
import {
  CheckIcon,
  DeniedIcon,
  DoorIcon,
  IntercomIcon,
  OpenGateIcon,
  SignalIcon,
  SignalOffIcon,
} from '../parts/icons/icons.tsx'

/** Text, tone and icon of each kind of event. */
export const eventKinds: Record<Activity['kind'], { text: string; tone: string; Icon: () => React.ReactNode }> = {
  'access-granted': { text: 'Acesso liberado', tone: 'ok', Icon: CheckIcon },
  'access-denied': { text: 'Acesso negado', tone: 'warn', Icon: DeniedIcon },
  'door-forced': { text: 'Porta forçada', tone: 'bad', Icon: DoorIcon },
  'gate-held-open': { text: 'Portão aberto além do tempo', tone: 'bad', Icon: OpenGateIcon },
  'device-down': { text: 'Dispositivo sem contato', tone: 'bad', Icon: SignalOffIcon },
  'device-up': { text: 'Dispositivo de volta', tone: 'ok', Icon: SignalIcon },
  intercom: { text: 'Interfone', tone: 'info', Icon: IntercomIcon },
}
