import type { Condominium } from '../../../contract/wire/answers/condominiums.ts'
import { PhoneLink } from '../condominiums/phone-link.tsx'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { useContacts, useContactsStage, usePhonesToCall } from './contact-hooks.ts'
import './phone-list.css'

const texts = {
  failed: 'Não foi possível carregar os contatos. Os telefones do cadastro estão aqui.',
  none: 'Nenhum contato nem telefone informado.',
} as const

/** The telephones to call about a condominium: its contacts first, then those of its record (PROC-1, DESK-2). */
export function PhoneList({ condominium }: { condominium: Condominium }) {
  const contacts = useContacts()
  const stage = useContactsStage(condominium.id)
  const phones = usePhonesToCall(condominium)
  return (
    <>
      {stage === 'error' && (
        <FailureNotice text={texts.failed} onRetry={() => contacts?.send({ type: 'contacts.reload' })} />
      )}
      {phones.length === 0 && <p className="card-part">{texts.none}</p>}
      {phones.length > 0 && (
        <dl className="phone-list d-grid card-part">
          {phones.map(({ title, name, hours, phone }) => (
            <div key={phone}>
              <dt>{title}</dt>
              <dd>
                {name !== '' && <span className="text-anywhere">{name}</span>}
                <PhoneLink digits={phone} />
                {hours !== '' && <span className="text-soft text-sm text-anywhere">{hours}</span>}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}
