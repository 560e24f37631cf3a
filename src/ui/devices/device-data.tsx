import { Link } from 'wouter'
import { circuitStateNames } from '../../../contract/devices/circuit-texts.ts'
import type { DeviceFacts } from '../../../contract/devices/device-facts.ts'
import { addressText } from '../../../contract/devices/device-steps.ts'
import { latencyText } from '../../../contract/texts/latency-text.ts'
import { clockText, sinceText } from '../../../contract/texts/time-texts.ts'
import type { Device } from '../../../contract/wire/answers/devices/devices.ts'
import type { PortTest } from '../../../contract/wire/answers/devices/port-tests.ts'
import { condominiumAddress } from '../condominiums/condominium-address.ts'
import { useSelectedCondominium } from '../condominiums/condominium-hooks.ts'
import { useFlow } from '../panel-context.tsx'

const statusTexts: Record<Device['status'], string> = {
  online: 'online',
  offline: 'sem contato',
  unknown: 'desconhecido',
}

interface DeviceDataProps {
  device: Device
  condominium: string
  ping: DeviceFacts['ping']
  portTest: PortTest | null
  /** The same as in `DeviceFacts`. */
  serverNow: number
}

export function DeviceData({ device, condominium, ping, portTest, serverNow }: DeviceDataProps) {
  const { wordCode, condominiumId, model, ip, port, lastContactAt, latencyMs } = device
  return (
    <section className="card device-facts" aria-labelledby="dados-do-dispositivo">
      <div className="card-heading">
        <h2 id="dados-do-dispositivo">Dados</h2>
      </div>
      <dl>
        <dt>Código</dt>
        <dd>{wordCode}</dd>
        <dt>Condomínio</dt>
        <dd>
          {condominium === '' ? 'desconhecido' : <Link href={condominiumAddress(condominiumId)}>{condominium}</Link>}
        </dd>
        <dt>Modelo</dt>
        <dd>{model === '' ? 'não informado' : model}</dd>
        <dt>Endereço</dt>
        <dd>{addressText({ ip, port })}</dd>
        <dt>Último contato</dt>
        <dd>
          {lastContactAt === null
            ? 'nenhum até agora'
            : `${clockText(lastContactAt, serverNow)}, ${sinceText(serverNow - Date.parse(lastContactAt))}`}
        </dd>
        <dt>Latência</dt>
        <dd>{latencyText(latencyMs)}</dd>
        <dt>Teste de rede</dt>
        <dd>{portText(portTest)}</dd>
        <dt>Visto pelo servidor</dt>
        <dd>{ping === null ? <PingStart condominiumId={condominiumId} /> : pingText(ping, serverNow)}</dd>
      </dl>
    </section>
  )
}

function portText(portTest: PortTest | null): string {
  if (portTest === null) return 'ainda sem teste'
  return portTest.success ? 'a rede responde' : 'a rede não responde'
}

/** The server is asked about the devices of the selected condominium only (HEA-2). */
function PingStart({ condominiumId }: { condominiumId: string }) {
  const isSelected = useSelectedCondominium()?.id === condominiumId
  const flow = useFlow('condominiums')
  if (isSelected) return 'ainda não consultado'
  return (
    <button
      type="button"
      className="btn btn-quiet btn-sm"
      onClick={() => flow.send({ type: 'condominiums.select', id: condominiumId })}
    >
      Selecionar o condomínio e consultar
    </button>
  )
}

function pingText(ping: NonNullable<DeviceFacts['ping']>, serverNow: number): string {
  const at = sinceText(serverNow - ping.at)
  if (ping.health === null) return `não pôde ser consultado, ${at}`
  const { status, state } = ping.health
  return [statusTexts[status], state !== 'CLOSED' && circuitStateNames[state].toLowerCase(), at]
    .filter(Boolean)
    .join(', ')
}
