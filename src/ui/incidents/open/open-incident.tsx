import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { incidentSentence, incidentTitle } from '../../../../contract/incidents/incident-sentence.ts'
import type { IncidentStory } from '../../../../contract/wire/answers/incident-story.ts'
import type { Incident } from '../../../../contract/wire/answers/incidents.ts'
import { PlaceGates } from '../../condominiums/place-gates.tsx'
import { useContactsOpened } from '../../contacts/contact-hooks.ts'
import { usePlaceDevices } from '../../device-list/device-list-hooks.ts'
import { useFlowState } from '../../panel-context.tsx'
import { FailureNotice } from '../../parts/failure-notice.tsx'
import { PageHeading } from '../../parts/page-heading.tsx'
import { useServerNow } from '../../parts/time/clock-hooks.ts'
import { useIncident } from '../incident-hooks.ts'
import { IncidentActions } from './incident-actions.tsx'
import { IncidentAdvice } from './incident-advice.tsx'
import { IncidentComment } from './incident-comment.tsx'
import { IncidentContacts } from './incident-contacts.tsx'
import { IncidentDeviceActions } from './incident-device-actions.tsx'
import { IncidentDevices } from './incident-devices.tsx'
import { IncidentEvents } from './incident-events.tsx'
import { IncidentFacts } from './incident-facts.tsx'
import { IncidentHistory } from './incident-history.tsx'
import { IncidentProcedure } from './incident-procedure.tsx'
import {
  useIncidentFailure,
  useIncidentPage,
  useIncidentStage,
  useIncidentStory,
  useOpenIncident,
  useStoryUncertain,
} from './open-incident-hooks.ts'

const texts = {
  loading: 'Carregando a ocorrência…',
  missing: 'Esta ocorrência não existe, ou não é de um dos seus condomínios.',
  failed: 'Não foi possível carregar esta ocorrência.',
  uncertain: 'Não foi possível conferir esta ocorrência agora: ela pode ter mudado.',
  broken: 'Esta página parou de funcionar.',
} as const

interface OpenIncidentProps {
  id: string
  /** Address of the worklist without an open incident. */
  back: string
  /** Since when the server does not answer, as text, or ''. */
  stale: string
  /** The buttons that lead to other incidents. */
  children: ReactNode
}

/** One incident: kind, place, start, owner, what may be done, and story (INC-3, DESK-2). */
export function OpenIncident({ id, back, stale, children }: OpenIncidentProps) {
  const openAgain = useOpenIncident(id)
  const stage = useIncidentStage(id)
  const page = useIncidentPage()
  const failure = useIncidentFailure()
  const story = useIncidentStory()
  const listed = useIncident(id)
  const isTold = stage === 'told' && story !== null
  const incident = isTold ? story.incident : listed
  // An incident of many condominiums has the contacts of the customer.
  useContactsOpened(incident?.condominiumId)
  return (
    <>
      <div className="open-incident-top d-flex flex-wrap align-items-center justify-content-between gap-2 mb-2">
        <Link href={back}>Voltar às ocorrências</Link>
        {children}
      </div>
      <PageHeading
        title={incident === undefined ? 'Ocorrência' : incidentSentence(incident)}
        context={stale || (incident === undefined ? '' : incidentTitle(incident))}
      />
      {isTold && <Told key={id} story={story} />}
      {stage === 'loading' && <p className="card-note">{texts.loading}</p>}
      {stage === 'missing' && (
        <p role="alert" className="card card-note">
          {texts.missing}
        </p>
      )}
      {stage === 'failed' && (
        <FailureNotice text={`${texts.failed} ${failure}`} onRetry={() => page?.send({ type: 'story.reload' })} />
      )}
      {stage === 'failed' && listed !== undefined && <Listed incident={listed} />}
      {stage === 'broken' && <FailureNotice text={texts.broken} onRetry={openAgain} />}
    </>
  )
}

/**
 * Shows the facts from the list of incidents, and the telephones. A person can act on them while the server does not
 * answer.
 */
function Listed({ incident }: { incident: Incident }) {
  const now = useServerNow()
  return (
    <>
      <IncidentFacts incident={incident} now={now} />
      <IncidentAdvice incident={incident} />
      {incident.condominiumId !== null && <IncidentContacts condominiumId={incident.condominiumId} />}
    </>
  )
}

function Told({ story }: { story: IncidentStory }) {
  const { incident, devices, procedure } = story
  const page = useIncidentPage()
  const isUncertain = useStoryUncertain()
  const now = useServerNow()
  useEventsReloaded(incident.condominiumId)
  return (
    <>
      {isUncertain && <FailureNotice text={texts.uncertain} onRetry={() => page?.send({ type: 'story.reload' })} />}
      <IncidentActions story={story} now={now} />
      <IncidentFacts incident={incident} now={now} />
      {incident.life !== 'merged' && <IncidentComment />}
      {procedure !== undefined && (
        <IncidentProcedure key={procedure.run} procedure={procedure} condominiumId={incident.condominiumId} now={now} />
      )}
      <IncidentAdvice incident={incident} />
      <div className="incident-columns d-grid align-items-start gap-3">
        <div className="d-grid one-column gap-3">
          {incident.condominiumId !== null && <IncidentContacts condominiumId={incident.condominiumId} />}
          {incident.wordCode !== '' && <IncidentDeviceActions wordCode={incident.wordCode} />}
          {incident.wordCode === '' && incident.condominiumId !== null && (
            <IncidentGates condominiumId={incident.condominiumId} />
          )}
          {incident.scope !== 'device' && devices.length > 0 && <IncidentDevices story={story} now={now} />}
        </div>
        <div className="d-grid one-column gap-3">
          <IncidentHistory story={story} now={now} />
          {incident.condominiumId !== null && <IncidentEvents incident={incident} now={now} />}
        </div>
      </div>
    </>
  )
}

/** The gates of the condominium: an incident of several devices or of none has no device (OPEN-1). */
function IncidentGates({ condominiumId }: { condominiumId: string }) {
  usePlaceDevices(condominiumId)
  return <PlaceGates condominiumId={condominiumId} />
}

/** Loads the events of the incident again after each live event of its condominium. */
function useEventsReloaded(condominiumId: string | null): void {
  const page = useIncidentPage()
  const newest = useFlowState(
    'eventFeed',
    (feed) => feed.context.activities.find((each) => each.condominiumId === condominiumId)?.id,
  )
  const known = useRef(newest)
  useEffect(() => {
    if (known.current !== newest) page?.send({ type: 'events.reload' })
    known.current = newest
  }, [page, newest])
}
