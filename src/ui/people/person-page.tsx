import { useSelector } from '@xstate/react'
import { useCallback, useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { personLabels } from '../../../contract/evidence/field-labels.ts'
import { invitationDays } from '../../../contract/fields/one-time-link.ts'
import { differences, readFields } from '../../machines/people/person-fields.ts'
import type { Invited } from '../../services/people/people-api.ts'
import { useFlow, useFlowState } from '../panel-context.tsx'
import { BackLink } from '../parts/back-link.tsx'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { ConflictCard } from '../parts/forms/conflict-card.tsx'
import { LeaveQuestion } from '../parts/forms/leave-question.tsx'
import { NoRecordForm, useRecordStage } from '../parts/forms/record-form.tsx'
import { PageHeading } from '../parts/page-heading.tsx'
import { ProofDialog } from '../session/proof-dialog.tsx'
import { OneTimeLinkCard } from './one-time-link.tsx'
import { personAddress } from './people-page.tsx'
import { PersonAccess } from './person-access.tsx'
import { type PersonFormRef, usePersonForm, usePersonPage } from './person-draft-hooks.ts'
import { PersonForm } from './person-form.tsx'
import { PersonHistory } from './person-history.tsx'
import { fieldText } from './person-texts.ts'
import './people.css'

/** Invites a person (without an `id`), or shows and edits a person (ACC-2). */
export function PersonPage({ id = null }: { id?: string | null }) {
  const person = useSelector(usePersonForm(), (form) => form?.context.record?.person)
  return (
    <>
      {id === null ? (
        <PageHeading
          title="Convidar pessoa"
          context={`Ela recebe um link e escolhe a própria senha em até ${invitationDays} dias; depois o convite vence`}
        />
      ) : (
        <PageHeading title={(person?.id === id && person.name) || 'Pessoa'} context={person?.email ?? ''} />
      )}
      <OpenPerson id={id} />
      <BackLink href="/users">Voltar às pessoas</BackLink>
    </>
  )
}

const texts = {
  loading: 'Carregando a pessoa…',
  missing: 'Esta pessoa não existe. Procure-a na lista de pessoas.',
  unavailable: 'Não foi possível carregar esta pessoa.',
} as const

function OpenPerson({ id }: { id: string | null }) {
  const flow = useFlow('people')
  const page = usePersonPage()
  const form = usePersonForm()
  const proof = useSelector(page, (shown) => shown?.children.proof)
  const isPageBroken = useFlowState('people', (people) => people.hasTag('pageBroken'))
  const isFormBroken = useSelector(page, (shown) => shown?.hasTag('formBroken') ?? false)
  const stage = useRecordStage(form, id)
  const invited = useSelector(form, (shown) => shown?.context.invited ?? null)
  const open = useCallback(() => flow.send({ type: 'person.open', id }), [flow, id])
  useEffect(() => {
    open()
    return () => flow.send({ type: 'person.close' })
  }, [flow, open])
  if (isPageBroken || isFormBroken) return <FailureNotice text="A página parou de funcionar." onRetry={open} />
  if (page === undefined || form === undefined) return <NoRecordForm form={form} stage="loading" texts={texts} />
  if (stage === 'invited' && invited !== null) return <InvitedCard form={form} invited={invited} />
  if (stage !== 'open' && stage !== 'conflict') return <NoRecordForm form={form} stage={stage} texts={texts} />
  return (
    <>
      <div className="person-columns d-grid align-items-start gap-3">
        {stage === 'conflict' ? <PersonConflict form={form} /> : <PersonForm form={form} />}
        {id !== null && (
          <div className="person-column d-grid gap-3">
            <PersonAccess page={page} form={form} />
            <PersonHistory page={page} personId={id} />
          </div>
        )}
      </div>
      <LeaveQuestion form={form} />
      <ProofDialog actor={proof} />
    </>
  )
}

function PersonConflict({ form }: { form: PersonFormRef }) {
  const { record, fields, theirs } = useSelector(form, ({ context }) => context)
  const rows = differences(readFields(record), fields, readFields(theirs)).map(({ field, mine, theirs }) => ({
    label: personLabels[field],
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
      form={form}
    />
  )
}

function InvitedCard({ form, invited: { person, link } }: { form: PersonFormRef; invited: Invited }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
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
        <button type="button" className="btn btn-quiet" onClick={() => form.send({ type: 'form.again' })}>
          Convidar outra pessoa
        </button>
      </div>
    </section>
  )
}
