import { useSelector } from '@xstate/react'
import { useEffect, useRef } from 'react'
import { Link, useSearch } from 'wouter'
import { contactText, contactTitle, shownContacts } from '../../../contract/contacts/contacts.ts'
import { formatPhone } from '../../../contract/fields/phone.ts'
import type { Contact } from '../../../contract/wire/answers/contacts.ts'
import { condominiumAddress } from '../condominiums/condominium-address.ts'
import { useCondominiums } from '../condominiums/condominium-hooks.ts'
import { NotFoundPage } from '../error/error-page.tsx'
import { useServerLacks } from '../incidents/server-lacks-hooks.ts'
import { BackLink } from '../parts/back-link.tsx'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { PageHeading } from '../parts/page-heading.tsx'
import { contactsAddress, contactsOwnerOf } from './contact-address.ts'
import { ContactForm } from './contact-form.tsx'
import { type ContactsRef, useContacts, useContactsOpened, useContactsStage } from './contact-hooks.ts'
import { ContactSheetCard } from './contact-sheet-card.tsx'
import './contacts-page.css'

const texts = {
  loading: 'Carregando os contatos…',
  failed: 'Não foi possível carregar os contatos.',
  none: 'Nenhum contato ainda. Inclua quem a portaria deve chamar.',
  defaults: 'Valem para todos os condomínios; um contato próprio com o mesmo papel fica no lugar.',
  keys: 'A ordem é a das ligações. Com o foco em um contato, Alt com ↑ ou ↓ muda o lugar dele.',
} as const

/** Edits the contacts of a condominium, or of the customer for all condominiums (PROC-1). */
export function ContactsPage() {
  const owner = contactsOwnerOf(useSearch())
  const condominium = useCondominiums().find(({ id }) => id === owner)
  useContactsOpened(owner)
  const contacts = useContacts()
  const stage = useContactsStage(owner)
  if (useServerLacks('contacts')) return <NotFoundPage isInLayout />
  return (
    <>
      <PageHeading
        title={owner === null ? 'Contatos de todos os condomínios' : 'Contatos do condomínio'}
        context={condominium?.name ?? ''}
      />
      {stage === 'error' && (
        <FailureNotice text={texts.failed} onRetry={() => contacts?.send({ type: 'contacts.reload' })} />
      )}
      {(stage === 'loading' || stage === 'closed') && <p className="card-note">{texts.loading}</p>}
      {stage === 'listed' && contacts !== undefined && <Listed contacts={contacts} />}
      <BackLink href={owner === null ? '/condominiums' : condominiumAddress(owner)}>
        {owner === null ? 'Voltar aos condomínios' : 'Voltar ao condomínio'}
      </BackLink>
    </>
  )
}

function Listed({ contacts }: { contacts: ContactsRef }) {
  const { condominiumId, record, failure } = useSelector(contacts, ({ context }) => context)
  const isEditing = useSelector(contacts, (snapshot) => snapshot.hasTag('editing'))
  if (record === null) return null
  const { own, defaults } = record.lists
  return (
    <>
      {failure !== '' && <FailureNotice text={failure} />}
      <section className="card mb-3" aria-labelledby="contatos">
        <div className="card-heading">
          <h2 id="contatos">Contatos</h2>
          <p>{own.length > 1 ? texts.keys : ''}</p>
        </div>
        {own.length === 0 && <p className="card-part">{texts.none}</p>}
        <OwnContacts contacts={contacts} own={own} />
        {isEditing ? (
          <ContactForm contacts={contacts} />
        ) : (
          <div className="card-part">
            <button
              type="button"
              className="btn btn-primary"
              onClick={() => contacts.send({ type: 'contact.edit', contact: null })}
            >
              Incluir contato
            </button>
          </div>
        )}
      </section>
      <ContactSheetCard contacts={contacts} />
      {condominiumId !== null && <Defaults shown={shownContacts({ own, defaults }).slice(own.length)} />}
    </>
  )
}

function OwnContacts({ contacts, own }: { contacts: ContactsRef; own: readonly Contact[] }) {
  const isReady = useSelector(contacts, (snapshot) => snapshot.matches('listed'))
  const list = useRef<HTMLOListElement>(null)
  const moved = useRef<number | null>(null)
  // A row loses the focus when the list moves the row.
  useEffect(() => {
    if (moved.current === null || !isReady) return
    list.current?.children[moved.current]?.querySelector('button')?.focus()
    moved.current = null
  }, [isReady])

  function move(contact: Contact, by: -1 | 1) {
    if (!isReady) return
    const to = own.indexOf(contact) + by
    if (own[to] === undefined) return
    moved.current = to
    contacts.send({ type: 'contact.move', contact, by })
  }

  return (
    <ol ref={list} className="contact-list" aria-label="Contatos na ordem das ligações">
      {own.map((contact, at) => {
        const { name, phone, hours } = contact
        const about = contactText(contact)
        const button = (word: string, press: () => void, isOff?: boolean) => (
          <button
            type="button"
            className="btn btn-quiet btn-sm"
            aria-label={`${word} ${about}`}
            aria-disabled={isOff}
            onClick={press}
          >
            {word}
          </button>
        )
        return (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: two contacts may be equal
            key={`${about} ${at}`}
            onKeyDown={(event) => {
              if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
              event.preventDefault()
              move(contact, event.key === 'ArrowUp' ? -1 : 1)
            }}
          >
            <div className="text-anywhere">
              <strong>{contactTitle(contact)}</strong>
              <span>{[name, formatPhone(phone), hours].filter((text) => text !== '').join(' · ')}</span>
            </div>
            <div className="d-flex flex-wrap gap-2">
              {button('Alterar', () => contacts.send({ type: 'contact.edit', contact }))}
              {button('Subir', () => move(contact, -1), at === 0)}
              {button('Descer', () => move(contact, 1), at === own.length - 1)}
              {button('Excluir', () => contacts.send({ type: 'contact.remove', contact }))}
            </div>
          </li>
        )
      })}
    </ol>
  )
}

function Defaults({ shown }: { shown: readonly Contact[] }) {
  return (
    <section className="card mb-3" aria-labelledby="de-todos">
      <div className="card-heading">
        <h2 id="de-todos">De todos os condomínios</h2>
        <p>{texts.defaults}</p>
      </div>
      {shown.length > 0 && (
        <ul className="contact-list">
          {shown.map((contact) => (
            <li key={contactText(contact)}>
              <span className="text-anywhere">{contactText(contact)}</span>
            </li>
          ))}
        </ul>
      )}
      <div className="card-part">
        <Link href={contactsAddress(null)}>Alterar os de todos</Link>
      </div>
    </section>
  )
}
