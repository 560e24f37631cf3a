import { Link } from 'wouter'
import { useFlow } from '../panel-context.tsx'
import './hidden-alarms-link.css'

/** Counts incidents, or alerts if there are none; the link undoes the selection and leads there. */
export function HiddenAlarmsLink({ incidents, alerts }: { incidents: number; alerts: number }) {
  const { send } = useFlow('condominiums')
  const count = incidents || alerts
  if (count === 0) return null
  const word = incidents > 0 ? 'ocorrência' : 'alerta'
  return (
    <p className="hidden-alarms fw-semibold" role="status">
      <Link
        href={incidents > 0 ? '/incidents' : '/dashboard'}
        onClick={() => send({ type: 'condominiums.select', id: null })}
      >
        {count} {count === 1 ? word : `${word}s`} em outros condomínios
      </Link>
    </p>
  )
}
