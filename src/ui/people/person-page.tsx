import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { ConflictCard } from '../parts/forms/conflict-card.tsx'
import { LeaveQuestion } from '../parts/forms/leave-question.tsx'
import { PageHeading } from '../parts/page-heading.tsx'
import { OneTimeLinkCard } from './one-time-link.tsx'
import { personAddress } from './people-page.tsx'
import { PersonAccess } from './person-access.tsx'
import { usePersonForm } from './person-draft-hooks.ts'
import { PersonForm } from './person-form.tsx'
import { PersonHistory } from './person-history.tsx'
import {
  useInvited,
  useOpenPerson,
  usePersonDifferences,
  usePersonProblems,
  usePersonRecord,
  usePersonStage,
} from './person-hooks.ts'
import { fieldLabels, fieldText } from './person-texts.ts'
import '../parts/forms/record-form.css'
import './people.css'

/** Invites a person (without an `id`), or shows and edits a person (ACC-2). */
export function PersonPage({ id = null }: { id?: string | null }) {
  const person = usePersonRecord()?.person
  return (
    <>
      {id === null ? (
        <PageHeading title="Convidar pessoa" context="Ela recebe um link e escolhe a própria senha" />
      ) : (
        <PageHeading title={(person?.id === id && person.name) || 'Pessoa'} context={person?.email ?? ''} />
      )}
      <OpenPerson id={id} />
      <p className="record-back">
        <Link href="/users">Voltar às pessoas</Link>
      </p>
    </>
  )
}

function OpenPerson({ id }: { id: string | null }) {
  const openAgain = useOpenPerson(id)
  const stage = usePersonStage(id)
  const form = usePersonForm()
  const { failure } = usePersonProblems()
  if (stage === 'loading') return <p className="card-note">Carregando a pessoa…</p>
  if (stage === 'left') return null
  if (stage === 'missing')
    return (
      <p role="alert" className="card card-note">
        {failure?.status === 403 ? failure.message : 'Esta pessoa não existe. Procure-a na lista de pessoas.'}
      </p>
    )
  if (stage === 'unavailable')
    return (
      <FailureNotice
        text={`Não foi possível carregar esta pessoa. ${failure?.message ?? ''}`}
        onRetry={() => form?.send({ type: 'form.reload' })}
      />
    )
  if (stage === 'broken') return <FailureNotice text="A página parou de funcionar." onRetry={openAgain} />
  if (stage === 'invited') return <InvitedCard />
  return (
    <>
      <div className="person-columns d-grid align-items-start gap-3">
        {stage === 'conflict' ? <PersonConflict /> : <PersonForm isNew={id === null} />}
        {id !== null && (
          <div className="person-column d-grid gap-3">
            <PersonAccess />
            <PersonHistory personId={id} />
          </div>
        )}
      </div>
      <LeaveQuestion form={form} />
    </>
  )
}

function PersonConflict() {
  const rows = usePersonDifferences().map(({ field, mine, theirs }) => ({
    label: fieldLabels[field],
    mine: mine === null ? 'Você não alterou' : fieldText(field, mine),
    theirs: fieldText(field, theirs),
  }))
  return (
    <ConflictCard
      className="record-form"
      title="Outra pessoa alterou este acesso"
      text="Enquanto você editava, outra pessoa salvou alterações. Nada do que você preencheu se perdeu,"
      hint="Ao salvar as suas, o que você não alterou fica como a outra pessoa deixou."
      rows={rows}
      form={usePersonForm()}
    />
  )
}

function InvitedCard() {
  const form = usePersonForm()
  const invited = useInvited()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  if (invited === null) return null
  const { person, link } = invited
  return (
    <section className="card record-form" aria-labelledby="convite-pronto">
      <h2 id="convite-pronto" ref={heading} tabIndex={-1}>
        O convite de {person.name} está pronto
      </h2>
      <OneTimeLinkCard name={person.name} link={link} />
      <div className="record-form-actions">
        <Link href={personAddress(person.id)} className="btn btn-quiet">
          Ver {person.name}
        </Link>
        <button type="button" className="btn btn-quiet" onClick={() => form?.send({ type: 'form.again' })}>
          Convidar outra pessoa
        </button>
      </div>
    </section>
  )
}
