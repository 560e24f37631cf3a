import { Link } from 'wouter'
import type { Activity } from '../../../contract/wire/answers/events.ts'
import { condominiumAddress } from '../condominiums/condominium-address.ts'
import { useCondominiums } from '../condominiums/condominium-hooks.ts'
import { deviceAddress } from '../device-list/device-addresses.ts'
import { eventView } from '../event-feed/event-kinds.ts'
import { AlertActions, type AlertProps, useSeen } from './alert-actions.tsx'

/** Shows an event of a server without incidents, with links to its device and condominium (ALERT-2). */
export function EventToast({ alert, others }: AlertProps<Activity>) {
  const { wordCode, deviceName, condominiumId } = alert
  const condominium = useCondominiums().find((each) => each.id === condominiumId)
  const see = useSeen(alert)
  const { text, Icon } = eventView(alert)
  return (
    <div className="toast-row d-flex flex-fill flex-wrap align-items-center min-w-0 text-anywhere tone-bad">
      <p className="alert-what d-flex gap-2">
        <Icon />
        <strong>{text}</strong>
      </p>
      <p className="text-sm">
        {wordCode !== '' && (
          <Link href={deviceAddress(wordCode)} onClick={see}>
            {deviceName === '' ? wordCode : deviceName}
          </Link>
        )}
        {wordCode !== '' && condominium !== undefined && ' · '}
        {condominium !== undefined && (
          <Link href={condominiumAddress(condominiumId)} onClick={see}>
            {condominium.name}
          </Link>
        )}
      </p>
      <AlertActions alert={alert} others={others} />
    </div>
  )
}
