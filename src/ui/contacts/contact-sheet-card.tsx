import { useSelector } from '@xstate/react'
import { contactText } from '../../../contract/contacts/contacts.ts'
import { contactMark } from '../../../contract/spreadsheet/contact-sheet.ts'
import { FieldProblem } from '../parts/forms/field-problem.tsx'
import { SheetCard, SheetDecision } from '../parts/forms/sheet-card.tsx'
import type { ContactsRef } from './contact-hooks.ts'

const marks = { new: 'novo', changed: 'alterado', same: 'igual' } as const

/** Exports the contacts as a spreadsheet, and imports a spreadsheet after a preview (PROC-1). */
export function ContactSheetCard({ contacts }: { contacts: ContactsRef }) {
  const isBusy = useSelector(contacts, (snapshot) => snapshot.hasTag('busy'))
  const isPreview = useSelector(contacts, (snapshot) => snapshot.hasTag('preview'))
  return (
    <SheetCard
      hint="Colunas Papel, Nome, Telefone e Horário. A planilha importada fica no lugar de toda a lista."
      fileLabel="Planilha de contatos"
      isBusy={isBusy}
      preview={isPreview ? <Preview contacts={contacts} /> : null}
      onExport={() => contacts.send({ type: 'sheet.export' })}
      onChoose={(file) => contacts.send({ type: 'sheet.choose', file })}
    />
  )
}

function Preview({ contacts }: { contacts: ContactsRef }) {
  const sheet = useSelector(contacts, ({ context }) => context.sheet)
  const own = useSelector(contacts, ({ context }) => context.record?.lists.own ?? [])
  const isSound = useSelector(contacts, (snapshot) => snapshot.can({ type: 'sheet.apply' }))
  if (sheet?.kind !== 'read') return null
  const kept = sheet.rows.map(({ contact }) => contactMark(contact, own)).filter((mark) => mark !== 'new').length
  return (
    <>
      <ul className="contact-list" aria-label="Contatos da planilha">
        {sheet.rows.map(({ row, contact, problems }) => (
          <li key={row}>
            <div className="text-anywhere">
              <strong>{`Linha ${row}: ${marks[contactMark(contact, own)]}`}</strong>
              <span>{contactText(contact)}</span>
              <FieldProblem id={`linha-${row}`} text={problems.length === 0 ? undefined : problems.join(' ')} />
            </div>
          </li>
        ))}
      </ul>
      <SheetDecision
        text={
          isSound
            ? leavingText(own.length - kept)
            : 'Nada foi importado: corrija as linhas com problema e escolha o arquivo de novo.'
        }
        applyText="Trocar a lista"
        canApply={isSound}
        isBusy={false}
        onApply={() => contacts.send({ type: 'sheet.apply' })}
        onDiscard={() => contacts.send({ type: 'sheet.discard' })}
      />
    </>
  )
}

function leavingText(count: number): string {
  if (count <= 0) return 'Nenhum contato de agora sai da lista.'
  return count === 1 ? '1 contato de agora sai da lista.' : `${count} contatos de agora saem da lista.`
}
