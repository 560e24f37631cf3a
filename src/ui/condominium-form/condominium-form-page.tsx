import { useSelector } from '@xstate/react'
import { useCallback, useEffect } from 'react'
import { Link } from 'wouter'
import { condominiumLabels } from '../../../contract/evidence/field-labels.ts'
import { shownText } from '../../../contract/fields/condominium.ts'
import { readFields } from '../../machines/condominium-form/condominium-draft.ts'
import { differences } from '../../machines/condominium-form/condominium-field-rules.ts'
import { condominiumFormAddress } from '../condominiums/condominium-address.ts'
import { useCondominiums } from '../condominiums/condominium-hooks.ts'
import { useFlow, useFlowState } from '../panel-context.tsx'
import { BackLink } from '../parts/back-link.tsx'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { ConflictCard } from '../parts/forms/conflict-card.tsx'
import { LeaveQuestion } from '../parts/forms/leave-question.tsx'
import { NoRecordForm, useRecordStage } from '../parts/forms/record-form.tsx'
import { PageHeading } from '../parts/page-heading.tsx'
import { useSignedInUser } from '../session/user-hooks.ts'
import { CondominiumForm } from './condominium-form.tsx'
import { type CondominiumFormRef, useCondominiumForm } from './draft-hooks.ts'

const newContext = 'Só o nome e o código são obrigatórios'

/** Registers a condominium (without an `id`) or changes a condominium (CON-4). */
export function CondominiumFormPage({ id = null }: { id?: string | null }) {
  const name = useCondominiums().find((condominium) => condominium.id === id)?.name ?? ''
  return (
    <>
      {id === null ? (
        <PageHeading title="Novo condomínio" context={newContext} />
      ) : (
        <PageHeading title="Editar condomínio" context={name} />
      )}
      <OpenForm id={id} />
      <BackLink href="/condominiums">Voltar aos condomínios</BackLink>
    </>
  )
}

const texts = {
  loading: 'Carregando o condomínio…',
  missing: 'Este condomínio não existe, ou foi excluído. Procure-o na lista de condomínios.',
  unavailable: 'Não foi possível carregar este condomínio.',
} as const

function OpenForm({ id }: { id: string | null }) {
  const { customersId } = useSignedInUser()
  const flow = useFlow('condominiums')
  const isBroken = useFlowState('condominiums', (condominiums) => condominiums.hasTag('formBroken'))
  const form = useCondominiumForm()
  const stage = useRecordStage(form, id)
  const open = useCallback(() => flow.send({ type: 'form.open', id, customersId }), [flow, id, customersId])
  useEffect(() => {
    open()
    return () => flow.send({ type: 'form.close' })
  }, [flow, open])
  if (isBroken) return <FailureNotice text="O formulário parou de funcionar." onRetry={open} />
  if (form !== undefined && stage === 'otherDraft') return <OtherDraft form={form} onDiscarded={open} />
  if (form === undefined || (stage !== 'open' && stage !== 'conflict'))
    return <NoRecordForm form={form} stage={stage} texts={texts} />
  return (
    <>
      {stage === 'open' ? <CondominiumForm form={form} /> : <CondominiumConflict form={form} />}
      <LeaveQuestion form={form} />
    </>
  )
}

function CondominiumConflict({ form }: { form: CondominiumFormRef }) {
  const { record, fields, theirs } = useSelector(form, ({ context }) => context)
  const none = (text: string) => <span className="conflict-none">{text}</span>
  const rows = differences(readFields(record), fields, readFields(theirs)).map(({ field, mine, theirs }) => ({
    label: condominiumLabels[field],
    mine: mine === null ? none('Você não alterou') : shownText(field, mine[field]) || none('Vazio'),
    theirs: shownText(field, theirs[field]) || none('Vazio'),
  }))
  return (
    <ConflictCard
      className="conflict d-grid gap-3"
      title="Outra pessoa alterou este condomínio"
      text="Enquanto você editava, outra pessoa salvou este cadastro. Nada do que você digitou se perdeu,"
      hint="Ao salvar as suas, os campos que você não alterou ficam como a outra pessoa os deixou."
      rows={rows}
      form={form}
    />
  )
}

/** Asks what to do with the unsaved draft of another page; only one draft can exist. */
function OtherDraft({ form, onDiscarded }: { form: CondominiumFormRef; onDiscarded: () => void }) {
  const { id, fields } = useSelector(form, ({ context }) => context)
  return (
    <div className="card record-form">
      <p role="alert">
        Há alterações não salvas em {fields.name.trim() || 'outro condomínio'}. Volte a elas, ou descarte-as para
        continuar aqui.
      </p>
      <div className="record-form-actions">
        <Link href={condominiumFormAddress(id)} className="btn btn-primary">
          Voltar a elas
        </Link>
        <button
          type="button"
          className="btn btn-quiet"
          onClick={() => {
            form.send({ type: 'form.discard' })
            onDiscarded()
          }}
        >
          Descartar e continuar aqui
        </button>
      </div>
    </div>
  )
}
