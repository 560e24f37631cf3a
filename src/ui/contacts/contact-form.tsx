import { useSelector } from '@xstate/react'
import { useEffect, useRef } from 'react'
import { contactRoleWords } from '../../../contract/contacts/contacts.ts'
import { isContactRole, longestContactLabel, longestContactText } from '../../../contract/fields/contact.ts'
import { phoneMask } from '../../../contract/fields/phone-mask.ts'
import { type Contact, contactRoles } from '../../../contract/wire/answers/contacts.ts'
import { useFirstProblemFocused } from '../parts/forms/first-problem.ts'
import { MaskedField } from '../parts/forms/masked-field.tsx'
import { TextField } from '../parts/forms/text-field.tsx'
import type { ContactsRef } from './contact-hooks.ts'
import '../parts/forms/form-select.css'
import '../parts/forms/record-form.css'

/** The form of one contact. */
export function ContactForm({ contacts }: { contacts: ContactsRef }) {
  const draft = useSelector(contacts, ({ context }) => context.draft)
  const refusals = useSelector(contacts, ({ context }) => context.refusals)
  const form = useRef<HTMLFormElement>(null)
  const role = useRef<HTMLSelectElement>(null)
  useFirstProblemFocused(form, refusals)
  useEffect(() => role.current?.focus(), [])
  if (draft === null) return null
  const { fields, problems, original } = draft
  const type = (changed: Partial<Contact>) => contacts.send({ type: 'contact.type', fields: changed })
  return (
    <form
      ref={form}
      className="contact-form card-part"
      aria-label={original === null ? 'Novo contato' : 'Alterar contato'}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        contacts.send({ type: 'contact.save' })
      }}
    >
      <div>
        <label className="form-label" htmlFor="contato-papel">
          Papel
        </label>
        <select
          ref={role}
          id="contato-papel"
          className="form-select"
          value={fields.role}
          onChange={({ target: { value } }) => isContactRole(value) && type({ role: value })}
        >
          {contactRoles.map((each) => (
            <option key={each} value={each}>
              {contactRoleWords[each]}
            </option>
          ))}
        </select>
      </div>
      {fields.role === 'other' && (
        <TextField
          id="contato-rotulo"
          label="Qual papel"
          maxLength={longestContactLabel}
          value={fields.label}
          problem={problems.label}
          onChange={(label) => type({ label })}
        />
      )}
      <TextField
        id="contato-nome"
        label="Nome"
        maxLength={longestContactText}
        value={fields.name}
        problem={problems.name}
        onChange={(name) => type({ name })}
      />
      <MaskedField
        id="contato-telefone"
        label="Telefone"
        mask={phoneMask}
        inputMode="tel"
        value={fields.phone}
        problem={problems.phone}
        onChange={(text) => type({ phone: phoneMask.keep(text) })}
      />
      <TextField
        id="contato-horario"
        label="Horário"
        hint="Por exemplo: dias úteis, 8h às 18h."
        maxLength={longestContactText}
        value={fields.hours}
        problem={problems.hours}
        onChange={(hours) => type({ hours })}
      />
      <div className="record-form-actions">
        <button type="submit" className="btn btn-primary">
          Salvar contato
        </button>
        <button type="button" className="btn btn-quiet" onClick={() => contacts.send({ type: 'contact.cancel' })}>
          Cancelar
        </button>
      </div>
    </form>
  )
}
