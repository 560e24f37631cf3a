import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import { Link, useSearch } from 'wouter'
import { momentText } from '../../../contract/texts/time-texts.ts'
import type { AlarmLoad, AlarmPeriod, AlarmShift } from '../../../contract/wire/answers/alarm-load.ts'
import type { LoadSheet } from '../../machines/alarm-load/alarm-load.machine.ts'
import { deviceAddress } from '../device-list/device-addresses.ts'
import { incidentAddress } from '../incidents/incident-address.ts'
import { useFlow } from '../panel-context.tsx'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { AlertIcon } from '../parts/icons/alert-icon.tsx'
import { CheckIcon } from '../parts/icons/icons.tsx'
import { PageHeading } from '../parts/page-heading.tsx'
import { PrintedAt } from '../parts/print/printed-at.tsx'
import { zoneText } from '../parts/time/zoned-time.ts'
import {
  callsText,
  colleaguesText,
  isFlood,
  lengthText,
  loadVerdict,
  longestText,
  rateText,
  shiftName,
  takerName,
} from './alarm-load-texts.ts'
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
  how: 'Uma chamada é uma ocorrência que começou, voltou, parou de oscilar e continua, ou cujo silêncio acabou sozinho. Boa é uma carga de até 6 por hora para uma pessoa; 12 é o máximo (ISA 18.2). O turno começa na passagem anterior, ou quando a pessoa entrou. Em menos de uma hora contam as chamadas, não uma média. ‘Até cuidar’ é a mediana: metade esperou menos, metade mais.',
} as const

/** Shows how often people were called, by shift and by device (INC-9). */
export function AlarmLoadPage() {
  const flow = useFlow('alarmLoad')
  const asked = Number(new URLSearchParams(useSearch()).get('dias'))
  const days = periods.find(([each]) => each === asked)?.[0] ?? usual
  const load = useSelector(flow, (snapshot) => snapshot.context.load)
  const isFailed = useSelector(flow, (snapshot) => snapshot.hasTag('error'))
  useEffect(() => flow.send({ type: 'load.choose', days }), [flow, days])
  return (
    <>
      <PageHeading
        title="Carga de ocorrências"
        context={`Quantas vezes alguém foi chamado, por turno, no horário deste computador (${zoneText()})`}
      />
      <PrintedAt />
      <nav className="d-flex d-print-none flex-wrap gap-2 mb-3" aria-label="Período">
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
      {isFailed && <FailureNotice text={texts.failed} onRetry={() => flow.send({ type: 'load.reload' })} />}
      {load === null && !isFailed && <p className="card-note">{texts.loading}</p>}
      {load !== null && <Load load={load} onExport={(what) => flow.send({ type: 'load.export', what })} />}
    </>
  )
}

function Load({
  load: { whole, shifts, devices },
  onExport,
}: {
  load: AlarmLoad
  onExport: (what: LoadSheet) => void
}) {
  const { tone, text } = loadVerdict(shifts)
  return (
    <>
      <div className={`card load-verdict flex-row align-items-center gap-3 mb-3 tone-${tone}`}>
        {tone === 'ok' ? <CheckIcon /> : <AlertIcon />}
        <div>
          <p>
            <strong>{text}</strong>
          </p>
          <p className="text-soft text-sm">{texts.how}</p>
        </div>
      </div>
      <div className="record-actions">
        <button type="button" className="btn btn-quiet" onClick={() => onExport('shifts')}>
          Exportar turnos (CSV)
        </button>
        <button type="button" className="btn btn-quiet" onClick={() => onExport('devices')}>
          Exportar dispositivos (CSV)
        </button>
        <button type="button" className="btn btn-quiet" onClick={() => print()}>
          Imprimir
        </button>
      </div>
      <section className="card load-shifts mb-3" aria-labelledby="turnos">
        <div className="card-heading">
          <h2 id="turnos">Turnos</h2>
          <p>
            De {momentText(whole.from)} a {momentText(whole.to)}: {callsText(whole.alarms)}
          </p>
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
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
                <th scope="col" className="is-number">
                  Até cuidar
                </th>
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
          {devices.map(({ wordCode, name, condominiumName, alarms, incidents, falls }) => (
            <li key={wordCode} className="d-flex flex-wrap py-2 border-top">
              <Link href={deviceAddress(wordCode)}>{name || wordCode}</Link>
              <span>{condominiumName}</span>
              <span>
                {incidents === 1 ? '1 ocorrência' : `${incidents} ocorrências`},{' '}
                {falls === 1 ? '1 queda' : `${falls} quedas`}
              </span>
              <strong>{callsText(alarms)}</strong>
            </li>
          ))}
        </ol>
      </section>
    </>
  )
}

function ShiftRow({ shift }: { shift: AlarmShift }) {
  const colleagues = colleaguesText(shift)
  return (
    <>
      <tr>
        <th scope="row">
          {momentText(shift.from)} a {momentText(shift.to)}
        </th>
        <td>{shiftName(shift)}</td>
        <Metrics period={shift} />
      </tr>
      {shift.shares.map((share) => (
        <tr key={share.person?.id ?? ''} className="load-share">
          <th scope="row" colSpan={2}>
            {takerName(share)}
          </th>
          <Metrics period={share} />
        </tr>
      ))}
      {colleagues !== '' && (
        <tr className="load-share">
          <td colSpan={7}>{colleagues}</td>
        </tr>
      )}
    </>
  )
}

function Metrics({ period }: { period: AlarmPeriod }) {
  const { alarms, worst, longest, medianMs } = period
  return (
    <>
      <td className="is-number">{alarms}</td>
      <td className="is-number">{rateText(period)}</td>
      <td>
        {worst !== null && (
          <Link href={incidentAddress(worst.incidentId)}>
            {worst.alarms}, desde {momentText(worst.from)}
          </Link>
        )}
        {isFlood(period) && <strong> avalanche</strong>}
      </td>
      <td className="is-number">{medianMs !== null && lengthText(medianMs)}</td>
      <td>{longest !== null && <Link href={incidentAddress(longest.incidentId)}>{longestText(period)}</Link>}</td>
    </>
  )
}
