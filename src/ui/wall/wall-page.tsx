import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import type { ActorRefFrom } from 'xstate'
import { worstFirst } from '../../../contract/incidents/incident-order.ts'
import { incidentSentence } from '../../../contract/incidents/incident-sentence.ts'
import { clockText, secondsText, sinceText } from '../../../contract/texts/time-texts.ts'
import type { FoundEvent } from '../../../contract/wire/answers/event-search.ts'
import type { Incident } from '../../../contract/wire/answers/incidents.ts'
import type { WallView } from '../../../contract/wire/answers/wall.ts'
import { serverNow as serverNowOf } from '../../machines/parts/server-now.ts'
import type { wallMachine } from '../../machines/wall/wall.machine.ts'
import { eventView } from '../event-feed/event-kinds.ts'
import { dutyText } from '../incidents/duty-text.ts'
import { incidentSince, incidentTone, isPlaceOpen, ownerText, silenceText } from '../incidents/incident-texts.ts'
import { AlertIcon } from '../parts/icons/alert-icon.tsx'
import { BrandMark } from '../parts/icons/brand.tsx'
import { CheckIcon } from '../parts/icons/icons.tsx'
import { FrozenNotice } from './frozen-notice.tsx'
import { type WallFacts, wallSituation } from './wall-situation.ts'
import './wall-page.css'

export type WallRef = ActorRefFrom<typeof wallMachine>

/** Maximum that fits on a wall screen; the others are only counted. */
const mostIncidents = 6
const mostEvents = 6

const texts = {
  title: 'Modo plantão',
  incidents: 'Ocorrências',
  none: 'Nenhuma ocorrência aberta.',
  events: 'Últimos eventos',
  noEvents: 'Nenhum evento ainda.',
  blocked: 'O navegador não deixa esta tela tocar.',
} as const

/** Overall situation for an unattended screen, and whether the screen itself still works (INC-8). */
export function WallPage({ wall }: { wall: WallRef }) {
  const { view, heardAt, beatAt } = useSelector(wall, ({ context }) => context)
  const status = useSelector(wall, statusOf)
  const serverNow = serverNowOf(wall)
  useEffect(() => {
    document.title = `${texts.title} · Guarita`
  }, [])
  return (
    <div className={`wall d-flex flex-column gap-12 is-${status}`}>
      <header className="wall-header d-flex flex-wrap align-items-center">
        <BrandMark />
        <h1>{texts.title}</h1>
        <p className="wall-name min-w-0 text-soft text-anywhere">{status !== 'refused' && view?.name}</p>
        {status === 'current' && view?.onDuty !== undefined && (
          <p className={`wall-duty min-w-0 text-anywhere ${view.onDuty.length === 0 ? 'text-bad fw-semibold' : ''}`}>
            {dutyText(view.onDuty)}
          </p>
        )}
        <Sound wall={wall} />
        <p className="wall-beat d-flex align-items-center gap-2 fw-semibold" data-beat={Math.floor(beatAt / 1_000) % 2}>
          {secondsText(beatAt)}
        </p>
      </header>
      <main className="d-flex flex-column flex-grow-1 gap-12">
        <Sentence {...{ status, view, heardAt, serverNow }} />
        {view !== null && status !== 'refused' && (
          <div className="wall-columns d-grid gap-12">
            <Incidents {...{ view, serverNow }} />
            <Events {...{ events: view.events, serverNow }} />
          </div>
        )}
      </main>
      <FrozenNotice beatAt={beatAt} />
    </div>
  )
}

function Sentence(facts: WallFacts) {
  const { tone, text, detail } = wallSituation(facts)
  return (
    <div className={`wall-sentence d-flex align-items-center gap-3 tone-${tone}`}>
      {tone === 'ok' ? <CheckIcon /> : <AlertIcon />}
      <div>
        <p className="wall-text fw-semibold text-anywhere">{text}</p>
        <p className="wall-detail text-soft">{detail}</p>
      </div>
    </div>
  )
}

function Incidents({ view, serverNow }: { view: WallView; serverNow: number }) {
  const shown = worstFirst(view.incidents).slice(0, mostIncidents)
  const more = view.openIncidents - shown.length
  return (
    <section aria-labelledby="wall-incidents">
      <h2 id="wall-incidents">{texts.incidents}</h2>
      {shown.length === 0 && <p className="py-2 text-soft">{texts.none}</p>}
      <ol className="wall-list">
        {shown.map((incident) => (
          <IncidentItem key={incident.id} incident={incident} serverNow={serverNow} />
        ))}
      </ol>
      {more > 0 && <p className="py-2 text-soft">{more === 1 ? 'e mais 1.' : `e mais ${more}.`}</p>}
    </section>
  )
}

function IncidentItem({ incident, serverNow }: { incident: Incident; serverNow: number }) {
  const { life, condominiumName } = incident
  const silence = life === 'silenced' ? silenceText(incident, serverNow) : ''
  return (
    <li className={`tone-${incidentTone(incident)}`}>
      <p className="fw-semibold text-anywhere">{incidentSentence(incident)}</p>
      <p className="wall-status d-flex flex-wrap text-soft text-sm">
        {isPlaceOpen(incident) && <span>{condominiumName}</span>}
        <span>{sinceText(serverNow - incidentSince(incident))}</span>
        {silence !== '' && <strong>{silence}</strong>}
        {silence === '' && <strong>{ownerText(incident, '') || 'Ninguém está cuidando ainda'}</strong>}
      </p>
    </li>
  )
}

function Events({ events, serverNow }: { events: readonly FoundEvent[]; serverNow: number }) {
  return (
    <section aria-labelledby="wall-events">
      <h2 id="wall-events">{texts.events}</h2>
      {events.length === 0 && <p className="py-2 text-soft">{texts.noEvents}</p>}
      <ol className="wall-list">
        {events
          .slice(0, mostEvents)
          .map(({ id, kind, description, catalogued, at, deviceName, wordCode, condominiumName }) => {
            const { text, tone, Icon } = eventView({ kind, description, catalogued })
            return (
              <li key={id} className={`wall-event d-grid align-items-center tone-${tone}`}>
                <Icon />
                <p className="fw-semibold text-anywhere">{text}</p>
                <time className="text-soft" dateTime={at}>
                  {clockText(at, serverNow)}
                </time>
                <p className="wall-status d-flex flex-wrap text-soft text-sm">
                  {(deviceName || wordCode) !== '' && <span>{deviceName || wordCode}</span>}
                  <span>{condominiumName}</span>
                </p>
              </li>
            )
          })}
      </ol>
    </section>
  )
}

function Sound({ wall }: { wall: WallRef }) {
  const isOn = useSelector(wall, (snapshot) => snapshot.hasTag('soundOn'))
  const isBlocked = useSelector(wall, (snapshot) => snapshot.hasTag('soundBlocked'))
  return (
    <div className="wall-sound d-flex flex-wrap align-items-center gap-2 text-sm">
      {isBlocked && (
        <button type="button" className="btn btn-primary" onClick={() => wall.send({ type: 'sound.try' })}>
          Permitir o som
        </button>
      )}
      <p role="status">{isBlocked && texts.blocked}</p>
      <label className="d-flex flex-wrap align-items-center gap-2">
        <input
          type="checkbox"
          role="switch"
          aria-checked={isOn}
          checked={isOn}
          onChange={() => wall.send({ type: isOn ? 'sound.switchOff' : 'sound.switchOn' })}
        />
        Som
      </label>
    </div>
  )
}

function statusOf(snapshot: ReturnType<WallRef['getSnapshot']>): WallFacts['status'] {
  if (snapshot.hasTag('refused')) return 'refused'
  if (snapshot.hasTag('stopped')) return 'stopped'
  return snapshot.hasTag('unheard') ? 'unheard' : 'current'
}
