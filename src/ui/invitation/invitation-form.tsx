import { useSelector } from '@xstate/react'
import { type ComponentProps, type SubmitEvent, useId, useRef, useState } from 'react'
import type { ActorRefFrom } from 'xstate'
import { passwordLength } from '../../../contract/fields/password.ts'
import { momentText } from '../../../contract/texts/time-texts.ts'
import type { invitationMachine } from '../../machines/invitation/invitation.machine.ts'
import {
  type EnteredInvitation,
  type InvitationField,
  invitationFields,
} from '../../machines/invitation/invitation-rules.ts'
import { BusyButton } from '../parts/busy-button.tsx'
import { FieldProblem } from '../parts/forms/field-problem.tsx'
import { useFirstProblemFocused } from '../parts/forms/first-problem.ts'
import { AlertIcon } from '../parts/icons/alert-icon.tsx'
import { EyeIcon, EyeOffIcon } from '../session/eye-icons.tsx'

export type InvitationRef = ActorRefFrom<typeof invitationMachine>

interface Asked extends Pick<ComponentProps<'input'>, 'type' | 'inputMode' | 'autoComplete' | 'autoCapitalize'> {
  label: string
  hint?: string
}

const asked: Readonly<Record<InvitationField, Asked>> = {
  name: { label: 'Seu nome', autoComplete: 'name' },
  customerName: {
    label: 'Nome da empresa ou do condomínio',
    autoComplete: 'organization',
    hint: 'De quem é esta instalação.',
  },
  email: {
    label: 'E-mail',
    type: 'email',
    inputMode: 'email',
    autoComplete: 'username',
    autoCapitalize: 'none',
    hint: 'Com ele você entra no painel.',
  },
  password: {
    label: 'Senha',
    autoComplete: 'new-password',
    autoCapitalize: 'none',
    hint: `De ${passwordLength.least} a ${passwordLength.most} caracteres. Senhas comuns e as feitas do seu e-mail não valem; uma frase curta é fácil de lembrar.`,
  },
}

/** Form for the data of an invitation; the password is not kept after the request. */
export function InvitationForm({ invitation }: { invitation: InvitationRef }) {
  const opened = useSelector(invitation, ({ context }) => context.invitation)
  const problems = useSelector(invitation, ({ context }) => context.problems)
  const failure = useSelector(invitation, (snapshot) =>
    snapshot.hasTag('failed') ? (snapshot.context.failure?.message ?? '') : null,
  )
  const isBusy = useSelector(invitation, (snapshot) => snapshot.hasTag('busy'))
  const form = useRef<HTMLFormElement>(null)
  useFirstProblemFocused(
    form,
    useSelector(invitation, ({ context }) => context.refusals),
  )
  const kind = opened?.kind ?? 'join'

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const data = new FormData(event.currentTarget)
    const textOf = (field: InvitationField) => `${data.get(field) ?? ''}`
    const entered: EnteredInvitation = {
      name: textOf('name'),
      customerName: textOf('customerName'),
      email: textOf('email'),
      password: textOf('password'),
    }
    invitation.send({ type: 'invitation.accept', entered })
  }

  return (
    <>
      <p className="text-soft">{introduction(kind, opened?.name, opened?.customerName)}</p>
      <form ref={form} className="sign-in-form" noValidate onSubmit={submit}>
        {kind !== 'first-administrator' && (
          <div>
            <span className="form-label">E-mail</span>
            <p className="fw-semibold text-anywhere">{opened?.email}</p>
            <input type="text" autoComplete="username" value={opened?.email ?? ''} readOnly hidden />
          </div>
        )}
        {invitationFields(kind).map((field) => (
          <Field
            key={field}
            name={field}
            problem={problems[field]}
            isLocked={isBusy}
            onEdit={() => invitation.send({ type: 'invitation.edited', field })}
          />
        ))}
        {failure !== null && (
          <div className="sign-in-refusal">
            <AlertIcon />
            <p role="alert">{failure} O que você preencheu continua aqui.</p>
          </div>
        )}
        <BusyButton type="submit" isBusy={isBusy} className="btn btn-primary btn-lg">
          {kind === 'first-administrator' ? 'Começar' : 'Definir a senha e entrar'}
        </BusyButton>
        {opened !== null && <p className="text-soft">Este link vale até {momentText(opened.until)}.</p>}
      </form>
    </>
  )
}

interface FieldProps {
  name: InvitationField
  problem: string | undefined
  isLocked: boolean
  onEdit: () => void
}

function Field({ name, problem, isLocked, onEdit }: FieldProps) {
  const [isRevealed, setRevealed] = useState(false)
  const id = useId()
  const { label, hint, ...rest } = asked[name]
  const isSecret = name === 'password'
  const described = [hint !== undefined && `${id}-hint`, problem !== undefined && `${id}-problem`].filter(Boolean)
  const input = (
    <input
      {...rest}
      id={id}
      name={name}
      className="form-control"
      {...(isSecret && { type: isRevealed ? 'text' : 'password' })}
      spellCheck={false}
      required
      readOnly={isLocked}
      onChange={onEdit}
      aria-invalid={problem !== undefined}
      aria-describedby={described.length === 0 ? undefined : described.join(' ')}
    />
  )
  return (
    <div>
      <label className="form-label" htmlFor={id}>
        {label}
      </label>
      {isSecret ? (
        <div className="password-field position-relative">
          {input}
          <button
            type="button"
            className="icon-button"
            aria-pressed={isRevealed}
            aria-label="Mostrar caracteres"
            title="Mostrar caracteres"
            onClick={() => setRevealed(!isRevealed)}
          >
            {isRevealed ? <EyeOffIcon /> : <EyeIcon />}
          </button>
        </div>
      ) : (
        input
      )}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="text-soft">
          {hint}
        </p>
      )}
      <FieldProblem id={`${id}-problem`} text={problem} />
    </div>
  )
}

function introduction(kind: string, name: string | null | undefined, customerName: string | null | undefined): string {
  if (kind === 'first-administrator')
    return 'Esta instalação ainda não tem ninguém. Diga quem você é: você será a primeira pessoa a administrá-la, e convida as outras depois.'
  const greeting = name ? `Olá, ${name}. ` : ''
  if (kind === 'new-password')
    return `${greeting}Escolha a senha que passa a valer. As suas sessões abertas terminam, em todos os computadores.`
  return `${greeting}${customerName ?? 'Uma administradora'} convidou você para o painel. Escolha a sua senha.`
}
