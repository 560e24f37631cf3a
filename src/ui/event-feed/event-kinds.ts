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

interface EventView {
  text: string
  tone: string
  Icon: () => React.ReactNode
}

/** Text, tone and icon of each kind of event; `eventView` shows one event. */
export const eventKinds: Record<Activity['kind'], EventView> = {
  'access-granted': { text: 'Acesso liberado', tone: 'ok', Icon: CheckIcon },
  'access-denied': { text: 'Acesso negado', tone: 'warn', Icon: DeniedIcon },
  'door-forced': { text: 'Porta forçada', tone: 'bad', Icon: DoorIcon },
  'gate-held-open': { text: 'Portão aberto além do tempo', tone: 'bad', Icon: OpenGateIcon },
  'device-down': { text: 'Dispositivo sem contato', tone: 'bad', Icon: SignalOffIcon },
  'device-up': { text: 'Dispositivo de volta', tone: 'ok', Icon: SignalIcon },
  intercom: { text: 'Interfone', tone: 'info', Icon: IntercomIcon },
}

/**
 * Text, tone and icon of an event. Whether somebody answered an intercom call is only in its description: the events of
 * the specification have one kind for both.
 */
export function eventView({ kind, description }: Pick<Activity, 'kind' | 'description'>): EventView {
  const view = eventKinds[kind]
  const isUnanswered = kind === 'intercom' && /sem resposta|não atendid/i.test(description)
  return isUnanswered ? { ...view, text: 'Interfone sem resposta', tone: 'warn' } : view
}
