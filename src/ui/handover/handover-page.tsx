import { useEffect, useId } from 'react'
import { worstFirst } from '../../../contract/incidents/incident-order.ts'
import { minutesText } from '../../../contract/texts/time-texts.ts'
import type { Handover, HandoverHead, HandoverNote } from '../../../contract/wire/answers/handovers.ts'
import type { Incident } from '../../../contract/wire/answers/incidents.ts'
import { nameText } from '../incidents/incident-texts.ts'
import { useFlow, useFlowState } from '../panel-context.tsx'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { PageHeading } from '../parts/page-heading.tsx'
import { PrintedAt } from '../parts/print/printed-at.tsx'
import { useStaleText } from '../sources/source-hooks.ts'
import { AcceptanceForm } from './acceptance-form.tsx'
import { DeactivatedDevices } from './deactivated-devices.tsx'
import { HandoverRow } from './handover-row.tsx'
import { IsolatedDevices } from './isolated-devices.tsx'
import { UnconfirmedOpenings } from './unconfirmed-openings.tsx'
import '../incidents/incidents.css'
import './handover-page.css'

const texts = {
  loading: 'Reunindo o que aconteceu no turno…',
  failed: 'Não foi possível reunir o que aconteceu no turno.',
  noneOpen: 'Nenhuma ocorrência aberta.',
  noneOver: 'Nenhuma terminou neste tempo.',
} as const

/** Handover page: summary for the next person, their sign-in, and the printable result (INC-7). */
export function HandoverPage() {
  const flow = useFlow('handover')
  useEffect(() => {
    flow.send({ type: 'handover.show' })
    return () => flow.send({ type: 'handover.left' })
  }, [flow])
  const { draft, given } = useFlowState('handover', ({ context }) => context)
  const isFailed = useFlowState('handover', (handover) => handover.hasTag('error'))
  const stale = useStaleText('server')
  const shown = given ?? draft
  const shared = { given, notes: shown?.notes ?? [] }
  return (
    <div className={stale === '' || given !== null ? 'handover' : 'handover is-stale'}>
      <PageHeading title="Passagem de turno" context={given === null ? stale || sinceText(shown) : givenText(given)} />
      <PrintedAt />
      {isFailed && given === null && (
        <FailureNotice text={texts.failed} onRetry={() => flow.send({ type: 'handover.reload' })} />
      )}
      {shown === null && !isFailed && <p className="card-note">{texts.loading}</p>}
      {draft?.last && given === null && <LastHandover last={draft.last} />}
      {given !== null && <TakerOffer handover={given} />}
      {given !== null && given.note !== '' && <Note title="Recado" text={given.note} />}
      {shown !== null && (
        <>
          <Incidents {...shared} title="Em aberto" none={texts.noneOpen} incidents={worstFirst(shown.open)} />
          <Incidents {...shared} title="Terminaram" none={texts.noneOver} incidents={shown.over} />
          <UnconfirmedOpenings openings={shown.openings} />
          <IsolatedDevices />
          {shown.inactive.length > 0 && <DeactivatedDevices devices={shown.inactive} />}
        </>
      )}
      {draft !== null && given === null && <AcceptanceForm />}
      {shown !== null && (
        <button type="button" className="btn btn-quiet handover-print" onClick={() => print()}>
          Imprimir
        </button>
      )}
    </div>
  )
}

/** The session of the person who left goes on until the taker signs in (DESK-5). */
function TakerOffer({ handover: { from, to } }: { handover: Handover }) {
  const session = useFlow('session')
  const nextEmail = useFlowState('handover', ({ context }) => context.takerEmail)
  return (
    <section
      className="card handover-taker d-flex flex-wrap align-items-center gap-12 mb-3 p-3"
      aria-label="Este computador"
    >
      <p>{`Este computador continua com ${nameText(from)}.`}</p>
      <button
        type="button"
        className="btn btn-primary"
        onClick={() => session.send({ type: 'session.signOut', nextEmail })}
      >
        {`Entrar como ${nameText(to)}`}
      </button>
    </section>
  )
}

function LastHandover({ last }: { last: HandoverHead }) {
  const title = `Última passagem: de ${nameText(last.from)} para ${nameText(last.to)}, em ${minutesText(Date.parse(last.at))}`
  return <Note title={title} text={last.note === '' ? 'Sem recado.' : last.note} />
}

function Note({ title, text }: { title: string; text: string }) {
  return (
    <section className="card handover-note mb-3 p-3" aria-label={title}>
      <h2>{title}</h2>
      <p>{text}</p>
    </section>
  )
}

interface IncidentsProps {
  title: string
  none: string
  incidents: readonly Incident[]
  /** What people did about all incidents of the handover. */
  notes: readonly HandoverNote[]
  /** The accepted handover; null for a draft. */
  given: Handover | null
}

function Incidents({ title, none, incidents, notes, given }: IncidentsProps) {
  const id = useId()
  return (
    <section className="card incident-list" aria-labelledby={id}>
      <div className="card-heading">
        <h2 id={id}>{title}</h2>
      </div>
      {incidents.length === 0 && <p className="card-note">{none}</p>}
      <ul className="troubles">
        {incidents.map((incident) => (
          <HandoverRow
            key={incident.id}
            incident={incident}
            notes={notes.filter((note) => note.incident === incident.id)}
            given={given}
          />
        ))}
      </ul>
    </section>
  )
}

function sinceText(shown: { since: string } | null): string {
  return shown === null ? '' : `Desde ${minutesText(Date.parse(shown.since))}, nos condomínios que você vê`
}

function givenText({ from, to, at, taken }: Handover): string {
  const count = taken.length === 1 ? '1 ocorrência passou' : `${taken.length} ocorrências passaram`
  const moved = taken.length === 0 ? '' : ` ${count} a quem recebeu.`
  return `${from.name} passou o turno a ${to.name} em ${minutesText(Date.parse(at))}.${moved}`
}
