import { useSelector } from '@xstate/react'
import { useRef } from 'react'
import { contactText } from '../../../contract/contacts/contacts.ts'
import { contactMark } from '../../../contract/spreadsheet/contact-sheet.ts'
import { BusyButton } from '../parts/busy-button.tsx'
import { FieldProblem } from '../parts/forms/field-problem.tsx'
import type { ContactsRef } from './contact-hooks.ts'

const marks = { new: 'novo', changed: 'alterado', same: 'igual' } as const

/** Exports the contacts as a spreadsheet, and imports a spreadsheet after a preview (PROC-1). */
export function ContactSheetCard({ contacts }: { contacts: ContactsRef }) {
  const isBusy = useSelector(contacts, (snapshot) => snapshot.hasTag('busy'))
  const isPreview = useSelector(contacts, (snapshot) => snapshot.hasTag('preview'))
  const input = useRef<HTMLInputElement>(null)
  return (
    <section className="card mb-3" aria-labelledby="planilha">
      <div className="card-heading">
        <h2 id="planilha">Planilha</h2>
        <p>Colunas Papel, Nome, Telefone e Horário. A planilha importada fica no lugar de toda a lista.</p>
      </div>
      {isPreview ? (
        <Preview contacts={contacts} />
      ) : (
        <div className="card-part d-flex flex-wrap gap-2">
          <button type="button" className="btn btn-quiet" onClick={() => contacts.send({ type: 'sheet.export' })}>
            Baixar planilha
          </button>
          <BusyButton className="btn btn-quiet" isBusy={isBusy} onClick={() => input.current?.click()}>
            Importar planilha
          </BusyButton>
          <input
            ref={input}
            type="file"
            accept=".xlsx"
            hidden
            aria-label="Planilha de contatos"
            onChange={({ currentTarget }) => {
              const file = currentTarget.files?.[0]
              if (file !== undefined) contacts.send({ type: 'sheet.choose', file })
              // Without this reset, the person could not choose the same file again after a correction.
              currentTarget.value = ''
            }}
          />
        </div>
      )}
    </section>
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
      <p className="card-part" role="status">
        {isSound
          ? leavingText(own.length - kept)
          : 'Nada foi importado: corrija as linhas com problema e escolha o arquivo de novo.'}
      </p>
      <div className="card-part d-flex flex-wrap gap-2">
        {isSound && (
          <button type="button" className="btn btn-primary" onClick={() => contacts.send({ type: 'sheet.apply' })}>
            Trocar a lista
          </button>
        )}
        <button type="button" className="btn btn-quiet" onClick={() => contacts.send({ type: 'sheet.discard' })}>
          Descartar
        </button>
      </div>
    </>
  )
}

function leavingText(count: number): string {
  if (count <= 0) return 'Nenhum contato de agora sai da lista.'
  return count === 1 ? '1 contato de agora sai da lista.' : `${count} contatos de agora saem da lista.`
}
