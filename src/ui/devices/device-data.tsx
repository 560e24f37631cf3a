import { Link } from 'wouter'
import { circuitStateNames } from '../../../contract/devices/circuit-texts.ts'
import type { DeviceFacts } from '../../../contract/devices/device-facts.ts'
import { clockText, sinceText } from '../../../contract/texts/time-texts.ts'
import type { Device } from '../../../contract/wire/answers/devices/devices.ts'
import type { PortTest } from '../../../contract/wire/answers/devices/port-tests.ts'
import { condominiumAddress } from '../condominiums/condominium-address.ts'

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
        <dd>
          {ip}, porta de rede {port}
        </dd>
        <dt>Último contato</dt>
        <dd>
          {lastContactAt === null
            ? 'nenhum até agora'
            : `${clockText(lastContactAt, serverNow)}, ${sinceText(serverNow - Date.parse(lastContactAt))}`}
        </dd>
        <dt>Latência</dt>
        <dd>{latencyMs === null ? 'desconhecida' : `${Math.round(latencyMs)} ms`}</dd>
        <dt>Teste de rede</dt>
        <dd>{portText(portTest)}</dd>
        <dt>Visto pelo servidor</dt>
        <dd>{pingText(ping, serverNow)}</dd>
      </dl>
    </section>
  )
}

function portText(portTest: PortTest | null): string {
  if (portTest === null) return 'ainda sem teste'
  return portTest.success ? 'a rede responde' : 'a rede não responde'
}

function pingText(ping: DeviceFacts['ping'], serverNow: number): string {
  if (ping === null) return 'selecione o condomínio dele no topo para consultar'
  const at = sinceText(serverNow - ping.at)
  if (ping.health === null) return `não pôde ser consultado, ${at}`
  const { status, state } = ping.health
  return [statusTexts[status], state !== 'CLOSED' && circuitStateNames[state].toLowerCase(), at]
    .filter(Boolean)
    .join(', ')
}
