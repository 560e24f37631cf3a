import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { incidentSentence, incidentTitle } from '../../../contract/incidents/incident-sentence.ts'
import { clockText, sinceText } from '../../../contract/texts/time-texts.ts'
import type { Incident, IncidentDevice, IncidentStory } from '../../../contract/wire/answers/incidents.ts'
import { isOpen } from '../../machines/incidents/incident-list.ts'
import { condominiumAddress } from '../condominiums/condominium-address.ts'
import { deviceAddress } from '../device-list/device-addresses.ts'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { PageHeading } from '../parts/page-heading.tsx'
import { useServerNow } from '../parts/time/clock-hooks.ts'
import { useSignedInUser } from '../session/user-hooks.ts'
import { useStaleText } from '../sources/source-hooks.ts'
import { IncidentActions } from './incident-actions.tsx'
import { useIncidentsStatus } from './incident-hooks.ts'
import {
  useIncidentFailure,
  useIncidentPage,
  useIncidentStage,
  useIncidentStory,
  useOpenIncident,
  useStoryUncertain,
} from './incident-page-hooks.ts'
import { IncidentPlace } from './incident-row.tsx'
import { nameText, ownerText, silenceText } from './incident-texts.ts'
import { noteSentence } from './note-texts.ts'
import './incidents.css'

const texts = {
  loading: 'Carregando a ocorrência…',
  missing: 'Esta ocorrência não existe, ou não é de um dos seus condomínios.',
  failed: 'Não foi possível carregar esta ocorrência.',
  uncertain: 'Não foi possível conferir esta ocorrência agora: ela pode ter mudado.',
  broken: 'Esta página parou de funcionar.',
} as const

/** Page of one incident: kind, place, start, owner and story (INC-3). */
export function IncidentPage({ id }: { id: string }) {
  const status = useIncidentsStatus()
  if (status === 'asking' || status === 'unasked')
    return <Bare>{status === 'asking' ? <p className="card-note">{texts.loading}</p> : <NotAsked />}</Bare>
  return <OpenIncident id={id} />
}

function Bare({ children }: { children: ReactNode }) {
  return (
    <>
      <PageHeading title="Ocorrência" context="" />
      {children}
      <p className="record-back">
        <Link href="/incidents">Voltar às ocorrências</Link>
      </p>
    </>
  )
}

function NotAsked() {
  return (
    <p role="alert" className="card card-note">
      {texts.failed} O painel tenta de novo sozinho.
    </p>
  )
}

function OpenIncident({ id }: { id: string }) {
  const openAgain = useOpenIncident(id)
  const stage = useIncidentStage(id)
  const page = useIncidentPage()
  const failure = useIncidentFailure()
  const story = useIncidentStory()
  if (stage === 'told' && story !== null) return <Story story={story} />
  return (
    <Bare>
      {stage === 'loading' && <p className="card-note">{texts.loading}</p>}
      {stage === 'missing' && (
        <p role="alert" className="card card-note">
          {texts.missing}
        </p>
      )}
      {stage === 'failed' && (
        <FailureNotice text={`${texts.failed} ${failure}`} onRetry={() => page?.send({ type: 'story.reload' })} />
      )}
      {stage === 'broken' && <FailureNotice text={texts.broken} onRetry={openAgain} />}
    </Bare>
  )
}

function Story({ story }: { story: IncidentStory }) {
  const { incident, devices, colleagues } = story
  const page = useIncidentPage()
  const isUncertain = useStoryUncertain()
  const stale = useStaleText('server')
  const now = useServerNow()
  return (
    <div className={stale === '' ? undefined : 'is-stale'}>
      <PageHeading title={incidentSentence(incident)} context={stale || incidentTitle(incident)} />
      {isUncertain && <FailureNotice text={texts.uncertain} onRetry={() => page?.send({ type: 'story.reload' })} />}
      <Status incident={incident} now={now} />
      <IncidentActions incident={incident} colleagues={colleagues} now={now} />
      <div className="incident-columns d-grid align-items-start gap-3">
        <Notes story={story} now={now} />
        {devices.length > 0 && <Devices story={story} now={now} />}
      </div>
      <p className="record-back">
        <Link href="/incidents">Voltar às ocorrências</Link>
      </p>
    </div>
  )
}

function Status({ incident, now }: { incident: Incident; now: number }) {
  const { since, resolvedAt, silence, word, falls, kind } = incident
  const { userId } = useSignedInUser()
  const owner = ownerText(incident, userId)
  return (
    <dl className="card incident-facts d-grid mb-3">
      {incident.condominiumId !== null && (
        <div>
          <dt>Onde</dt>
          <dd className="incident-places d-flex flex-wrap">
            <IncidentPlace incident={incident} />
          </dd>
        </div>
      )}
      <div>
        <dt>Desde</dt>
        <dd>
          <time dateTime={since}>{clockText(since, now)}</time>, {sinceText(now - Date.parse(since))}
        </dd>
      </div>
      {resolvedAt !== null && (
        <div>
          <dt>Até</dt>
          <dd>
            <time dateTime={resolvedAt}>{clockText(resolvedAt, now)}</time>
          </dd>
        </div>
      )}
      {kind === 'contact' && falls > 1 && (
        <div>
          <dt>Quedas em 15 min</dt>
          <dd>{falls}</dd>
        </div>
      )}
      {(isOpen(incident) || owner !== '') && (
        <div>
          <dt>{isOpen(incident) ? 'Quem cuida' : 'Quem cuidou'}</dt>
          <dd>{owner === '' ? 'Ninguém ainda' : owner}</dd>
        </div>
      )}
      {silence !== null && (
        <div>
          <dt>{silenceText(incident, now)}</dt>
          <dd>
            {nameText(silence.by)}: {silence.reason}
          </dd>
        </div>
      )}
      {word !== '' && (
        <div>
          <dt>O que foi</dt>
          <dd>{word}</dd>
        </div>
      )}
    </dl>
  )
}

function Notes({ story: { notes, incident }, now }: { story: IncidentStory; now: number }) {
  return (
    <section className="card incident-notes" aria-labelledby="historia">
      <div className="card-heading">
        <h2 id="historia">O que aconteceu</h2>
      </div>
      <ol>
        {notes.map((note) => (
          <li key={note.id}>
            <time dateTime={note.at}>{clockText(note.at, now)}</time>
            <span>
              {noteSentence(note, incident.kind, now)}
              {note.text !== '' && <q>{note.text}</q>}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

function Devices({ story: { devices, incident }, now }: { story: IncidentStory; now: number }) {
  const more = incident.devices - devices.length
  return (
    <section className="card incident-devices" aria-labelledby="dispositivos">
      <div className="card-heading">
        <h2 id="dispositivos">Dispositivos</h2>
        <p>{incident.devices === 1 ? '1 dispositivo' : `${incident.devices} dispositivos`}</p>
      </div>
      <ul>
        {devices.map((device) => (
          <li key={device.wordCode} className={`tone-${deviceTone(device)}`}>
            <span className="incident-places d-flex flex-wrap">
              <Link href={deviceAddress(device.wordCode)}>{device.name || device.wordCode}</Link>
              {device.condominiumId !== incident.condominiumId && (
                <Link href={condominiumAddress(device.condominiumId)}>{device.condominiumName}</Link>
              )}
            </span>
            <strong>
              {deviceWord(device, incident)} {sinceText(now - Date.parse(device.since))}
            </strong>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="card-note">E mais {more.toLocaleString('pt-BR')}.</p>}
    </section>
  )
}

function deviceTone({ isFailing, hasAnswered }: IncidentDevice): string {
  if (isFailing) return 'bad'
  return hasAnswered ? 'ok' : 'neutral'
}

function deviceWord({ isFailing, hasAnswered }: IncidentDevice, { kind }: Incident): string {
  if (kind !== 'contact') return 'Aconteceu'
  if (isFailing) return 'Sem contato'
  return hasAnswered ? 'Voltou' : 'Saiu da ocorrência'
}
