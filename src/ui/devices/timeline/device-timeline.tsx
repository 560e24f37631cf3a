import { useSelector } from '@xstate/react'
import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { clockText } from '../../../../contract/texts/time-texts.ts'
import type { Device } from '../../../../contract/wire/answers/devices/devices.ts'
import { useAuditVolatile, useDeviceHistory } from '../../audit/audit-hooks.ts'
import { auditAddress } from '../../audit/audit-query.ts'
import { FailureNotice } from '../../parts/failure-notice.tsx'
import { MoreButton } from '../../parts/lists/more-button.tsx'
import { everything } from '../../parts/lists/record-query.ts'
import { usePermissions } from '../../session/user-hooks.ts'
import { useStaleText } from '../../sources/source-hooks.ts'
import { useDeviceTools } from '../device-hooks.ts'
import { useOpeningEndAt } from '../openings/opening-hooks.ts'
import { availabilityText, timelineRows } from './timeline-texts.ts'

/** Lists events of server and panel, and how long the device was online (DEV-6, PAGE-5). */
export function DeviceTimeline({ device, now }: { device: Device; now: number }) {
  const { wordCode, condominiumId } = device
  const flow = useDeviceTimeline(device)
  const timeline = useSelector(flow, (shown) => (shown?.context.wordCode === wordCode ? shown.context.timeline : null))
  const isBusy = useSelector(flow, (shown) => shown?.hasTag('busy') ?? false)
  const isFailed = useSelector(flow, (shown) => shown?.hasTag('error') ?? false)
  const isAbsent = useSelector(flow, (shown) => shown?.hasTag('absent') ?? false)
  const records = useDeviceHistory(wordCode)
  const isVolatile = useAuditVolatile()
  const mayRead = usePermissions().includes('audit:read')
  const stale = useStaleText('server')
  const hasMore = (timeline?.nextCursor ?? null) !== null
  const rows = timelineRows(timeline?.result ?? [], hasMore, records)
  return (
    <section className={`card device-history${stale === '' ? '' : ' is-stale'}`} aria-labelledby="linha-do-tempo">
      <div className="card-heading">
        <h2 id="linha-do-tempo">Linha do tempo</h2>
        {mayRead && <Link href={auditAddress({ ...everything, wordCode, condominiumId })}>Ver na auditoria</Link>}
      </div>
      {timeline !== null && (
        <dl className="device-availability">
          <dt>Últimas 24 horas</dt>
          <dd>{availabilityText(timeline.availability.day)}</dd>
          <dt>Últimos 30 dias</dt>
          <dd>{availabilityText(timeline.availability.month)}</dd>
        </dl>
      )}
      {stale !== '' && <p className="card-note">{stale}</p>}
      {isVolatile && (
        <p className="card-note">
          Sem armazenamento neste navegador: o que este painel fez só fica aqui até fechar a página.
        </p>
      )}
      {isFailed && (
        <FailureNotice
          text="Não foi possível carregar o que o servidor viu."
          onRetry={() => flow?.send({ type: 'timeline.reload' })}
        />
      )}
      {rows.length > 0 && (
        <ol>
          {rows.map(({ key, at, source, text }) => (
            <li key={key}>
              <time dateTime={at}>{clockText(at, now)}</time>
              <span className="device-history-source">{source}</span>
              <span>{text}</span>
            </li>
          ))}
        </ol>
      )}
      {rows.length === 0 && !isFailed && (
        <p className="card-note">
          {isAbsent
            ? 'Este servidor não guarda a linha do tempo: aqui fica o que este painel faz.'
            : timeline === null
              ? 'Carregando a linha do tempo…'
              : 'Nada aconteceu com este dispositivo nos últimos 90 dias.'}
        </p>
      )}
      {hasMore && !isFailed && (
        <p className="card-note">
          <MoreButton
            className="btn btn-quiet btn-sm"
            isBusy={isBusy}
            onMore={() => flow?.send({ type: 'timeline.more' })}
          />
        </p>
      )}
    </section>
  )
}

/** Loads the timeline, again when the device changes, and drops it on unmount (PAGE-5). */
function useDeviceTimeline({ wordCode, status, active }: Device) {
  const flow = useDeviceTools()?.timeline
  const openedAt = useOpeningEndAt(wordCode)
  const lastSeen = useRef<string>(undefined)
  useEffect(() => {
    flow?.send({ type: 'timeline.want', wordCode })
    lastSeen.current = undefined
    return () => flow?.send({ type: 'timeline.leave' })
  }, [flow, wordCode])
  useEffect(() => {
    const seen = `${status} ${active} ${openedAt}`
    if (lastSeen.current !== undefined && lastSeen.current !== seen) flow?.send({ type: 'timeline.changed' })
    lastSeen.current = seen
  }, [flow, status, active, openedAt])
  return flow
}
