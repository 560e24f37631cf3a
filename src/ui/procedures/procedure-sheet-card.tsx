import { useSelector } from '@xstate/react'
import { contactRoleWords } from '../../../contract/contacts/contacts.ts'
import { procedureKindWords } from '../../../contract/procedures/procedure-kinds.ts'
import type { SheetProcedure } from '../../../contract/spreadsheet/procedure-sheet.ts'
import { numberText } from '../../../contract/texts/number-text.ts'
import type { ProcedureStep } from '../../../contract/wire/answers/procedures.ts'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { SheetCard, SheetDecision } from '../parts/forms/sheet-card.tsx'
import type { ProceduresRef } from './procedures-hooks.ts'

const texts = {
  hint: 'Uma linha por passo, de todos os condomínios; sem condomínio, vale em todos. O que não está na planilha fica como está.',
  unsaved: 'Salve ou desfaça as alterações desta página antes de importar.',
  wrong: 'Nada foi importado: corrija estas células e escolha o arquivo de novo.',
  same: 'Nada muda: a planilha está igual ao que já está salvo.',
} as const

/** Exports all procedures as a spreadsheet, and imports a spreadsheet after a preview (PROC-1). */
export function ProcedureSheetCard({ page }: { page: ProceduresRef }) {
  const isBusy = useSelector(page, (shown) => shown.hasTag('sheetBusy') || shown.hasTag('busy'))
  const isPreview = useSelector(page, (shown) => shown.hasTag('preview'))
  const isUnsaved = useSelector(
    page,
    (shown) => shown.matches('editing') && !shown.can({ type: 'sheet.choose', file: new File([], '') }),
  )
  const failure = useSelector(page, ({ context }) => context.sheetFailure)
  return (
    <>
      {failure !== '' && <FailureNotice text={failure} />}
      <SheetCard
        hint={isUnsaved ? texts.unsaved : texts.hint}
        fileLabel="Planilha de procedimentos"
        isBusy={isBusy}
        preview={isPreview ? <Preview page={page} /> : null}
        onExport={() => page.send({ type: 'sheet.export' })}
        onChoose={(file) => page.send({ type: 'sheet.choose', file })}
      />
    </>
  )
}

function Preview({ page }: { page: ProceduresRef }) {
  const preview = useSelector(page, ({ context }) => context.preview)
  const isBusy = useSelector(page, (shown) => shown.hasTag('busy'))
  if (preview === null) return null
  const { procedures, problems } = preview
  const changed = procedures.filter(({ isChanged }) => isChanged)
  const isWrong = problems.length > 0
  const changesText = `${changesCount(changed.length)} O resto fica como está.`
  return (
    <>
      {isWrong ? (
        <ul className="sheet-rows" aria-label="Células com problema">
          {problems.map(({ row, column, text }) => (
            <li key={`${row} ${column}`}>
              <strong>{`Linha ${row}, coluna ${column}`}</strong>: {text}
            </li>
          ))}
        </ul>
      ) : (
        <ul className="sheet-rows" aria-label="Procedimentos que mudam">
          {changed.map((each) => (
            <Changed key={`${each.condominiumId} ${each.kind}`} {...each} />
          ))}
        </ul>
      )}
      <SheetDecision
        text={isWrong ? texts.wrong : changed.length === 0 ? texts.same : changesText}
        applyText="Importar"
        canApply={!isWrong && changed.length > 0}
        isBusy={isBusy}
        onApply={() => page.send({ type: 'sheet.apply' })}
        onDiscard={() => page.send({ type: 'sheet.discard' })}
      />
    </>
  )
}

function Changed({ condominiumId, name, kind, steps, before }: SheetProcedure) {
  return (
    <li>
      <strong>{procedureKindWords[kind]}</strong>
      {`, ${condominiumId === null ? 'todos os condomínios' : name}: ${before === null ? 'novo' : 'alterado'}`}
      <p>{stepsText(steps)}</p>
      {before !== null && <p className="text-soft text-sm">Antes: {stepsText(before)}</p>}
    </li>
  )
}

function stepsText(steps: readonly ProcedureStep[]): string {
  if (steps.length === 0) return 'Sem procedimento.'
  return steps.map((step, at) => `${at + 1}. ${step.text}${noteText(step)}`).join(' ')
}

function noteText({ role, isRequired }: ProcedureStep): string {
  const notes = [isRequired ? 'obrigatório' : [], role === null ? [] : `ligar para: ${contactRoleWords[role]}`].flat()
  return notes.length === 0 ? '.' : ` (${notes.join(', ')}).`
}

function changesCount(count: number): string {
  return count === 1 ? '1 procedimento muda.' : `${numberText(count)} procedimentos mudam.`
}
