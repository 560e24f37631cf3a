import { Link } from 'wouter'
import { circuitStateNames } from '../../../contract/devices/circuit-texts.ts'
import { type DeviceStatus, deviceStatuses } from '../../../contract/devices/device-status.ts'
import { failuresText } from '../../../contract/evidence/failure-texts.ts'
import { latencyText } from '../../../contract/texts/latency-text.ts'
import { sinceText } from '../../../contract/texts/time-texts.ts'
import type { Ping } from '../../machines/health/health-protocol.ts'
import { condominiumAddress } from '../condominiums/condominium-address.ts'
import { useSelectedCondominium } from '../condominiums/condominium-hooks.ts'
import { PlaceChoice } from '../condominiums/place-choice.tsx'
import { deviceAddress } from '../device-list/device-addresses.ts'
import { DeviceStatusMark } from '../devices/status/status-mark.tsx'
import { useFlowState } from '../panel-context.tsx'

const texts = {
  unselected: 'Os dispositivos de um condomínio são consultados a cada 10 minutos. De qual condomínio?',
  choose: 'Escolha um condomínio',
  asking: 'Consultando os dispositivos…',
  none: 'Nenhum dispositivo deste condomínio foi consultado ainda.',
} as const

/** Lists the devices of the selected condominium as the server reports them (HEA-2, HEA-4). */
export function PingTable({ now }: { now: number }) {
  const condominium = useSelectedCondominium()
  const pings = useFlowState('health', (health) => health.context.pings)
  const isPinging = useFlowState('health', (health) => health.hasTag('pinging'))
  return (
    <section className="card ping-table mt-3" aria-labelledby="dispositivos-vistos">
      <div className="card-heading">
        <h2 id="dispositivos-vistos">Dispositivos vistos pelo servidor</h2>
        {condominium !== null && (
          <p>
            <Link href={condominiumAddress(condominium.id)}>{condominium.name}</Link>
          </p>
        )}
      </div>
      {condominium === null && <PlaceChoice text={texts.unselected} noneText={texts.choose} />}
      {condominium !== null && pings.size === 0 && <p className="card-note">{isPinging ? texts.asking : texts.none}</p>}
      {pings.size > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        <section className="table-scroller" aria-label="Tabela de dispositivos" tabIndex={0}>
          <table className="plain-table">
            <thead>
              <tr>
                <th scope="col">Dispositivo</th>
                <th scope="col">Estado</th>
                <th scope="col">Proteção no servidor</th>
                <th scope="col" className="is-number">
                  Latência
                </th>
                <th scope="col">Consultado</th>
              </tr>
            </thead>
            <tbody>
              {[...pings.values()].toSorted(inOrder).map((ping) => (
                <PingRow key={ping.wordCode} ping={ping} age={sinceText(now - ping.at)} />
              ))}
            </tbody>
          </table>
        </section>
      )}
    </section>
  )
}

function inOrder(left: Ping, right: Ping): number {
  return left.wordCode < right.wordCode ? -1 : 1
}

function PingRow({ ping: { wordCode, health }, age }: { ping: Ping; age: string }) {
  const deviceStatus: DeviceStatus = health?.status ?? 'unknown'
  return (
    <tr>
      <th scope="row">
        <Link href={deviceAddress(wordCode)}>{wordCode}</Link>
      </th>
      <td>
        <span className="d-inline-flex align-items-center gap-2">
          <DeviceStatusMark deviceStatus={deviceStatus} />
          {health === null ? 'Não consultado' : deviceStatuses[deviceStatus].label}
        </span>
      </td>
      <td>
        {health === null ? 'Desconhecida' : circuitStateNames[health.state]}
        {health !== null && health.failureCount > 0 && `, ${failuresText(health.failureCount)}`}
      </td>
      <td className="is-number">{latencyText(health?.latencyMs ?? null)}</td>
      <td>{age}</td>
    </tr>
  )
}
