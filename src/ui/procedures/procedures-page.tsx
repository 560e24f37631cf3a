import { useSelector } from '@xstate/react'
import { Link } from 'wouter'
import { condominiumKinds, procedureKinds, procedureKindWords } from '../../../contract/procedures/procedure-kinds.ts'
import type { Procedure } from '../../../contract/wire/answers/procedures.ts'
import { changedKinds } from '../../machines/procedures/procedure-draft.ts'
import { condominiumAddress, proceduresAddress } from '../condominiums/condominium-address.ts'
import { useCondominiums } from '../condominiums/condominium-hooks.ts'
import { NotFoundPage } from '../error/error-page.tsx'
import { useServerLacks } from '../incidents/server-lacks-hooks.ts'
import { BackLink } from '../parts/back-link.tsx'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { firstTag } from '../parts/first-tag.ts'
import { ConflictCard } from '../parts/forms/conflict-card.tsx'
import { RecordForm } from '../parts/forms/record-form.tsx'
import { PageHeading } from '../parts/page-heading.tsx'
import { ProcedureFields } from './procedure-fields.tsx'
import { ProcedureSheetCard } from './procedure-sheet-card.tsx'
import { type ProceduresRef, useProcedures, useProceduresStage } from './procedures-hooks.ts'
import './procedures.css'

const texts = {
  loading: 'Carregando os procedimentos…',
  missing: 'Não há procedimentos aqui: o condomínio não é um dos seus.',
  unavailable: 'Não foi possível carregar os procedimentos.',
  otherDraft: 'Há alterações não salvas em outros procedimentos.',
} as const

/** Edits the procedures of one condominium, or of all condominiums (PROC-1). */
export function ProceduresPage({ id = null }: { id?: string | null }) {
  const condominium = useCondominiums().find((each) => each.id === id)
  if (useServerLacks('procedures')) return <NotFoundPage isInLayout />
  return (
    <>
      <PageHeading
        title="Procedimentos"
        context={id === null ? 'De todos os condomínios que não têm os seus' : (condominium?.name ?? '')}
        actions={
          id !== null && (
            <Link href={proceduresAddress(null)} className="btn btn-quiet">
              De todos os condomínios
            </Link>
          )
        }
      />
      <OpenProcedures id={id} />
      {id === null ? (
        <BackLink href="/condominiums">Voltar aos condomínios</BackLink>
      ) : (
        <BackLink href={condominiumAddress(id)}>Voltar ao condomínio</BackLink>
      )}
    </>
  )
}

function OpenProcedures({ id }: { id: string | null }) {
  const page = useProcedures(id)
  const stage = useProceduresStage(page, id)
  const failure = useSelector(page, (shown) => shown?.context.failure?.message ?? '')
  const drafted = useSelector(page, (shown) => shown?.context.condominiumId ?? null)
  if (page === undefined || stage === 'loading') return <p className="card-note">{texts.loading}</p>
  switch (stage) {
    case 'missing':
      return (
        <p role="alert" className="card card-note">
          {texts.missing}
        </p>
      )
    case 'unavailable':
      return (
        <FailureNotice text={`${texts.unavailable} ${failure}`} onRetry={() => page.send({ type: 'form.reload' })} />
      )
    case 'otherDraft':
      return (
        <section className="card card-note" aria-label="Alterações não salvas">
          <p role="alert">{texts.otherDraft}</p>
          <div className="record-form-actions">
            <Link href={proceduresAddress(drafted)} className="btn btn-primary">
              Voltar a elas
            </Link>
            <button
              type="button"
              className="btn btn-quiet"
              onClick={() => page.send({ type: 'procedures.discard', condominiumId: id })}
            >
              Descartar
            </button>
          </div>
        </section>
      )
    case 'conflict':
      return <ProceduresConflict page={page} />
    case 'preview':
      return <ProcedureSheetCard page={page} />
    case 'open':
      return (
        <>
          {id === null && <ProcedureSheetCard page={page} />}
          <ProceduresForm page={page} />
        </>
      )
  }
}

function ProceduresForm({ page }: { page: ProceduresRef }) {
  const { condominiumId, record, own, refusals, failure } = useSelector(page, ({ context }) => context)
  const saving = useSelector(page, (shown) => firstTag(shown, ['busy', 'sheetBusy', 'saved']))
  const isLocked = saving === 'busy' || saving === 'sheetBusy'
  const kinds = condominiumId === null ? procedureKinds : condominiumKinds
  return (
    <RecordForm
      refusals={refusals}
      failure={failure === null ? '' : `${failure.message} O que você preencheu continua aqui.`}
      isBusy={isLocked}
      submitText="Salvar"
      progress={<p role="status">{saving && savingTexts[saving]}</p>}
      onSubmit={() => page.send({ type: 'form.save' })}
    >
      {kinds.map((kind) => (
        <ProcedureFields
          key={kind}
          kind={kind}
          own={own.find((each) => each.kind === kind)?.steps ?? null}
          inherited={record?.defaults.find((each) => each.kind === kind)?.steps ?? []}
          ofCondominium={condominiumId !== null}
          isLocked={isLocked}
          isMarked={refusals > 0}
          onEdit={(steps) => page.send({ type: 'procedure.edit', kind, steps })}
        />
      ))}
    </RecordForm>
  )
}

const savingTexts = {
  busy: 'Salvando…',
  sheetBusy: 'Aguarde a planilha…',
  saved: 'Salvo. Vale a partir da próxima ocorrência.',
} as const

function ProceduresConflict({ page }: { page: ProceduresRef }) {
  const { record, own, theirs } = useSelector(page, ({ context }) => context)
  const mine = changedKinds(record?.own ?? [], own)
  const rows = changedKinds(own, theirs?.own ?? []).map((kind) => ({
    label: procedureKindWords[kind],
    mine: mine.includes(kind) ? stepsText(own, kind) : 'Você não alterou',
    theirs: stepsText(theirs?.own ?? [], kind),
  }))
  return (
    <ConflictCard
      className="record-form"
      title="Outra pessoa alterou estes procedimentos"
      text="Enquanto você editava, outra pessoa salvou alterações. Nada do que você preencheu se perdeu,"
      hint="Ao salvar as suas, o procedimento que você não alterou fica como a outra pessoa deixou."
      rows={rows}
      form={page}
    />
  )
}

function stepsText(own: readonly Procedure[], kind: Procedure['kind']): string {
  const found = own.find((each) => each.kind === kind)
  if (found === undefined) return 'O padrão'
  return found.steps.length === 0 ? 'Sem procedimento' : found.steps.map(({ text }) => text).join('; ')
}
