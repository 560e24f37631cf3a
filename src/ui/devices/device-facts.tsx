import { Link } from 'wouter'
import type { Device } from '../../../contract/wire/answers/devices/devices.ts'
import type { PortTest } from '../../../contract/wire/answers/devices/port-tests.ts'
import type { Ping } from '../../machines/health/health-protocol.ts'
import { condominiumAddress } from '../condominiums/condominium-address.ts'
import { clockText, sinceText } from '../parts/time/time-texts.ts'
import { circuitStateNames } from './circuit/circuit-texts.ts'

const statusTexts: Record<Device['status'], string> = {
  online: 'online',
  offline: 'sem contato',
  unknown: 'desconhecido',
}

interface DeviceFactsProps {
  device: Device
  condominium: string
  ping: Ping | null
  portTest: PortTest | null
  /** The same as in `VerdictFacts`. */
  serverNow: number
}

export function DeviceFacts({ device, condominium, ping, portTest, serverNow }: DeviceFactsProps) {
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

function pingText(ping: Ping | null, serverNow: number): string {
  if (ping === null) return 'selecione o condomínio dele no topo para consultar'
  const at = sinceText(serverNow - ping.at)
  if (ping.health === null) return `não pôde ser consultado, ${at}`
  const { status, state } = ping.health
  return [statusTexts[status], state !== 'CLOSED' && circuitStateNames[state].toLowerCase(), at]
    .filter(Boolean)
    .join(', ')
}
