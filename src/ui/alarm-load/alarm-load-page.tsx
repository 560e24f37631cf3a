import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import { Link, useSearch } from 'wouter'
import type { AlarmLoad, AlarmShift } from '../../../contract/wire/answers/alarm-load.ts'
import { deviceAddress } from '../device-list/device-addresses.ts'
import { incidentAddress } from '../incidents/incident-address.ts'
import { useFlow } from '../panel-context.tsx'
import { AlertIcon } from '../parts/alert-icon.tsx'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { CheckIcon } from '../parts/icons.tsx'
import { PageHeading } from '../parts/page-heading.tsx'
import { zoneText } from '../parts/zoned-time.ts'
import { isFlood, loadVerdict, longestText, momentText, rateText, shiftName } from './alarm-load-texts.ts'
import '../parts/plain-table.css'
import './alarm-load-page.css'

const periods = [
  [1, 'Últimas 24 horas'],
  [7, 'Últimos 7 dias'],
  [31, 'Últimos 31 dias'],
] as const
const usual = 7

const texts = {
  failed: 'Não foi possível carregar a carga de ocorrências.',
  loading: 'Contando as chamadas…',
  noDevices: 'Nenhum dispositivo chamou ninguém neste período.',
  how: 'Uma chamada é uma ocorrência que começou, voltou, ou deixou de estar silenciada. Boa é uma carga de até 6 por hora para uma pessoa; 12 é o máximo (ISA 18.2).',
} as const

/** How often people were called, shift by shift, and by which devices (INC-9). */
export function AlarmLoadPage() {
  const flow = useFlow('alarmLoad')
  const asked = Number(new URLSearchParams(useSearch()).get('dias'))
  const days = periods.find(([each]) => each === asked)?.[0] ?? usual
  const load = useSelector(flow, (snapshot) => snapshot?.context.load ?? null)
  const isFailed = useSelector(flow, (snapshot) => snapshot?.hasTag('error') ?? false)
  useEffect(() => flow?.send({ type: 'load.choose', days }), [flow, days])
  return (
    <>
      <PageHeading
        title="Carga de ocorrências"
        context={`Quantas vezes alguém foi chamado, por turno, no horário deste computador (${zoneText()})`}
      />
      <nav className="load-periods" aria-label="Período">
        {periods.map(([each, name]) => (
          <Link
            key={each}
            href={`/alarm-load?dias=${each}`}
            className={each === days ? 'btn btn-primary' : 'btn btn-quiet'}
            aria-current={each === days ? 'page' : undefined}
          >
            {name}
          </Link>
        ))}
      </nav>
      {isFailed && <FailureNotice text={texts.failed} onRetry={() => flow?.send({ type: 'load.reload' })} />}
      {load === null && !isFailed && <p className="card-note">{texts.loading}</p>}
      {load !== null && <Load load={load} onExport={() => flow?.send({ type: 'load.export' })} />}
    </>
  )
}

function Load({ load: { whole, shifts, devices }, onExport }: { load: AlarmLoad; onExport: () => void }) {
  const { tone, text } = loadVerdict(shifts)
  return (
    <>
      <div className={`card load-verdict tone-${tone}`}>
        {tone === 'ok' ? <CheckIcon /> : <AlertIcon />}
        <div>
          <p>
            <strong>{text}</strong>
          </p>
          <p className="load-how">{texts.how}</p>
        </div>
      </div>
      <div className="record-actions">
        <button type="button" className="btn btn-quiet" onClick={onExport}>
          Exportar CSV
        </button>
        <button type="button" className="btn btn-quiet" onClick={() => print()}>
          Imprimir
        </button>
      </div>
      <section className="card load-shifts" aria-labelledby="turnos">
        <div className="card-heading">
          <h2 id="turnos">Turnos</h2>
          <p>
            De {momentText(whole.from)} a {momentText(whole.to)}:{' '}
            {whole.alarms === 1 ? '1 chamada' : `${whole.alarms} chamadas`}
          </p>
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
        <section className="table-scroller" aria-label="Turnos, um por linha" tabIndex={0}>
          <table className="plain-table">
            <thead>
              <tr>
                <th scope="col">Turno</th>
                <th scope="col">Quem</th>
                <th scope="col" className="is-number">
                  Chamadas
                </th>
                <th scope="col" className="is-number">
                  Por hora
                </th>
                <th scope="col">Piores 10 min</th>
                <th scope="col">Mais tempo sem ninguém</th>
              </tr>
            </thead>
            <tbody>
              {shifts.map((shift) => (
                <ShiftRow key={`${shift.person?.id} ${shift.from}`} shift={shift} />
              ))}
            </tbody>
          </table>
        </section>
      </section>
      <section className="card" aria-labelledby="dispositivos-que-chamam">
        <div className="card-heading">
          <h2 id="dispositivos-que-chamam">Dispositivos que mais chamam</h2>
        </div>
        {devices.length === 0 && <p className="card-note">{texts.noDevices}</p>}
        <ol className="load-devices">
          {devices.map(({ wordCode, name, condominiumName, alarms }) => (
            <li key={wordCode}>
              <Link href={deviceAddress(wordCode)}>{name || wordCode}</Link>
              <span>{condominiumName}</span>
              <strong>{alarms === 1 ? '1 chamada' : `${alarms} chamadas`}</strong>
            </li>
          ))}
        </ol>
      </section>
    </>
  )
}

function ShiftRow({ shift }: { shift: AlarmShift }) {
  const { from, to, alarms, worst, longest } = shift
  return (
    <tr>
      <th scope="row">
        {momentText(from)} a {momentText(to)}
      </th>
      <td>{shiftName(shift)}</td>
      <td className="is-number">{alarms}</td>
      <td className="is-number">{rateText(shift)}</td>
      <td>
        {worst === null ? '' : `${worst.alarms}, desde ${momentText(worst.from)}`}
        {isFlood(shift) && <strong> avalanche</strong>}
      </td>
      <td>{longest !== null && <Link href={incidentAddress(longest.incidentId)}>{longestText(shift)}</Link>}</td>
    </tr>
  )
}
