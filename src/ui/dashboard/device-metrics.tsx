import { breakerRules } from '../../../contract/devices/breaker-rules.ts'
import { andDeactivatedText } from '../../../contract/devices/deactivated-text.ts'
import { contactTexts } from '../../../contract/devices/panel-contact.ts'
import { numberText } from '../../../contract/texts/number-text.ts'
import { secondsText } from '../../../contract/texts/time-texts.ts'
import type { HealthDetails } from '../../../contract/wire/answers/devices/health.ts'
import { useSelectedCondominium, useUnscopedText } from '../condominiums/condominium-hooks.ts'
import { devicesAddress } from '../device-list/device-addresses.ts'
import { useOpenCircuitCount } from '../devices/device-hooks.ts'
import { useHealthCheck, useHealthCheckedAt, useHealthCheckStatus } from '../health/health-hooks.ts'
import { useStaleText } from '../sources/source-hooks.ts'
import { stalledText } from './asked-situation.ts'
import { Metric } from './metric.tsx'
import { goodTone, type Tone } from './tone.ts'

const unknown = 'Desconhecido'
const waiting = 'aguardando a primeira consulta'

/**
 * Metrics of devices, open circuits and service (SHELL-4); those of devices and circuits are of the selected
 * condominium (LIVE-6).
 */
export function DeviceMetrics() {
  const check = useHealthCheck()
  const status = useHealthCheckStatus()
  const checkedAt = useHealthCheckedAt()
  const selectedId = useSelectedCondominium()?.id ?? null
  const unscoped = useUnscopedText()
  const openCount = useOpenCircuitCount(selectedId)
  const isAway = useStaleText('health') !== ''
  // Discards the previous check if the last check failed (DEV-3). While the server is unreachable, the previous check
  // stays and shows its time.
  const known = status === 'failed' && !isAway ? null : check
  const place = known?.place?.condominiumId === selectedId ? known.place : null
  const devices = selectedId === null ? known?.details.devices : (place?.devices ?? undefined)
  const oldestCheckAt = known?.details.oldestCheckAt ?? null
  const isStalled = stalledText(oldestCheckAt, checkedAt ?? 0) !== ''
  const missing =
    status === 'failed' ? contactTexts.healthSilent : place === null ? waiting : contactTexts.serviceSilent
  return (
    <>
      <Metric
        label="Dispositivos online"
        value={devices === undefined ? unknown : numberText(devices.online)}
        detail={
          devices === undefined ? missing : `${ofAllText(devices)}, consultados às ${secondsText(checkedAt ?? 0)}`
        }
        note={devices === undefined ? missing : devices.inactive ? ofAllText(devices) : ''}
        tone={isStalled ? 'neutral' : goodTone(devices?.online)}
        source="health"
        href={devicesAddress({ deviceStatus: 'online' })}
      />
      <Metric
        label="Dispositivos sem contato"
        value={devices === undefined ? unknown : numberText(devices.offline)}
        detail={devices === undefined ? missing : checksText(oldestCheckAt, checkedAt)}
        note={devices === undefined ? missing : ''}
        tone={devices !== undefined && devices.offline > 0 ? 'bad' : 'neutral'}
        source="health"
        href={devicesAddress({ deviceStatus: 'offline' })}
      />
      <Metric
        label="Em pausa neste painel"
        value={numberText(openCount)}
        detail={`dispositivos com ${breakerRules.threshold} falhas seguidas`}
        tone={openCount > 0 ? 'bad' : 'neutral'}
        source={null}
        href={devicesAddress({ deviceStatus: 'open' })}
      />
      <Metric
        label="Serviço"
        value={known === null ? 'Desconhecido' : serviceTexts[known.overview.status].state}
        detail={known === null ? missing : serviceTexts[known.overview.status].meaning}
        note={known === null ? missing : unscoped}
        tone={known === null ? 'neutral' : serviceTexts[known.overview.status].tone}
        source="health"
        href="/health"
      />
    </>
  )
}

function ofAllText({ total, inactive }: HealthDetails['devices']): string {
  return `de ${numberText(total)}${andDeactivatedText(inactive)}`
}

/** Shows since when all devices have been checked (SCA-3), or the time of the check if the server does not send it. */
function checksText(oldestCheckAt: string | null, checkedAt: number | null): string {
  if (oldestCheckAt === null) return `na consulta das ${secondsText(checkedAt ?? 0)}`
  return `todos consultados desde ${secondsText(Date.parse(oldestCheckAt))}`
}

const serviceTexts: Record<'ok' | 'degraded', { state: string; meaning: string; tone: Tone }> = {
  ok: { state: 'Normal', meaning: 'tudo responde', tone: 'ok' },
  degraded: { state: 'Com problemas', meaning: 'veja os detalhes em Saúde', tone: 'warn' },
}
