import type { PanelContact } from '../../../contract/devices/panel-contact.ts'
import { adviceOf, troubleOfContact } from '../../../contract/devices/troubles.ts'
import { secondsText } from '../../../contract/texts/time-texts.ts'
import { useLastKnownAt } from '../last-known/last-known-hooks.ts'
import { AlertIcon } from '../parts/icons/alert-icon.tsx'
import { useHeardAt } from './source-hooks.ts'
import './contact-notice.css'

type LostContact = Exclude<PanelContact, 'current'>

const titles: Record<LostContact, (at: string) => string> = {
  offline: (at) => `Este computador está sem rede.${at && ` Último contato com o servidor às ${at}.`}`,
  silent: (at) => `Sem contato com o servidor${at && ` desde ${at}`}.`,
  serviceSilent: (at) => `O serviço de dispositivos não responde.${at && ` Última resposta às ${at}.`}`,
  healthSilent: (at) => `O serviço de saúde não responde.${at && ` Última resposta às ${at}.`}`,
}

const sourceOf = {
  offline: 'server',
  silent: 'server',
  serviceSilent: 'deviceService',
  healthSilent: 'health',
} as const

/** Shows the source that does not answer, with the time of its last answer and the next steps (LIVE-1, STATE-8). */
export function ContactNotice({ contact }: { contact: LostContact }) {
  const heardAt = useHeardAt(sourceOf[contact])
  const lastKnownAt = useLastKnownAt()
  return (
    <div className="contact-notice tone-warn">
      <AlertIcon />
      <p>
        <strong>{titles[contact](heardAt === null ? '' : secondsText(heardAt))}</strong>{' '}
        {lastKnownAt !== null && `Isto é o que se sabia às ${secondsText(lastKnownAt)}. `}
        {adviceOf[troubleOfContact[contact]].steps.join(' ')}
      </p>
    </div>
  )
}
