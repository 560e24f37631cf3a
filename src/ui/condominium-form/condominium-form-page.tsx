import { Link } from 'wouter'
import { shownText } from '../../../contract/fields/condominium.ts'
import { useCondominiums } from '../condominiums/condominium-hooks.ts'
import { useFlow } from '../panel-context.tsx'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { ConflictCard } from '../parts/forms/conflict-card.tsx'
import { LeaveQuestion } from '../parts/forms/leave-question.tsx'
import { PageHeading } from '../parts/page-heading.tsx'
import { useSignedInUser } from '../session/user-hooks.ts'
import { CondominiumForm } from './condominium-form.tsx'
import { condominiumFormAddress } from './condominium-form-address.ts'
import {
  type FormStage,
  useFormDifferences,
  useFormFailure,
  useFormStage,
  useOpenCondominiumForm,
} from './condominium-form-hooks.ts'
import { useCondominiumForm, useDraftUnreachable } from './draft-hooks.ts'
import { fieldLabels } from './field-texts.ts'
import '../parts/forms/record-form.css'

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
      <p className="record-back">
        <Link href="/condominiums">Voltar aos condomínios</Link>
      </p>
    </>
  )
}

function OpenForm({ id }: { id: string | null }) {
  const { customersId } = useSignedInUser()
  const stage = useFormStage(id)
  const form = useCondominiumForm()
  useOpenCondominiumForm(id, customersId)
  if (stage === 'open' || stage === 'conflict') {
    return (
      <>
        {stage === 'open' ? <CondominiumForm isNew={id === null} /> : <CondominiumConflict />}
        <LeaveQuestion form={form} />
      </>
    )
  }
  return <InsteadOfForm id={id} customersId={customersId} stage={stage} />
}

function CondominiumConflict() {
  const none = (text: string) => <span className="conflict-none">{text}</span>
  const rows = useFormDifferences().map(({ field, mine, theirs }) => ({
    label: fieldLabels[field],
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
      form={useCondominiumForm()}
    />
  )
}

interface InsteadProps {
  id: string | null
  customersId: string
  stage: FormStage
}

function InsteadOfForm({ id, customersId, stage }: InsteadProps) {
  const flow = useFlow('condominiums')
  const form = useCondominiumForm()
  const failure = useFormFailure()
  if (stage === 'loading') return <p className="card-note">Carregando o condomínio…</p>
  if (stage === 'otherDraft') return <OtherDraft id={id} customersId={customersId} />
  if (stage === 'missing') {
    return (
      <p role="alert" className="card card-note">
        {failure?.status === 403
          ? failure.message
          : 'Este condomínio não existe, ou foi excluído. Procure-o na lista de condomínios.'}
      </p>
    )
  }
  if (stage === 'unavailable')
    return (
      <FailureNotice
        text={`Não foi possível carregar este condomínio. ${failure?.message ?? ''}`}
        onRetry={() => form?.send({ type: 'form.reload' })}
      />
    )
  if (stage === 'broken')
    return (
      <FailureNotice
        text="O formulário parou de funcionar."
        onRetry={() => flow.send({ type: 'form.open', id, customersId })}
      />
    )
  return null
}

/** Asks what to do with the unsaved draft of another page; only one draft can exist. */
function OtherDraft({ id, customersId }: { id: string | null; customersId: string }) {
  const flow = useFlow('condominiums')
  const form = useCondominiumForm()
  const draft = useDraftUnreachable()
  return (
    <div className="card record-form">
      <p role="alert">
        Há alterações não salvas em {draft?.name || 'outro condomínio'}. Volte a elas, ou descarte-as para continuar
        aqui.
      </p>
      <div className="record-form-actions">
        <Link href={condominiumFormAddress(draft?.id ?? null)} className="btn btn-primary">
          Voltar a elas
        </Link>
        <button
          type="button"
          className="btn btn-quiet"
          onClick={() => {
            form?.send({ type: 'form.discard' })
            flow.send({ type: 'form.open', id, customersId })
          }}
        >
          Descartar e continuar aqui
        </button>
      </div>
    </div>
  )
}
