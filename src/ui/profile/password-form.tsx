import { type SubmitEvent, useEffect, useId, useRef } from 'react'
import { passwordLength, passwordTexts } from '../../../contract/fields/password.ts'
import type { PasswordField, PasswordProblem } from '../../machines/profile/password-rules.ts'
import { useFlow, useFlowState } from '../panel-context.tsx'
import { BusyButton } from '../parts/busy-button.tsx'
import { FieldProblem } from '../parts/forms/field-problem.tsx'
import { useFirstProblemFocused } from '../parts/forms/first-problem.ts'
import { AlertIcon } from '../parts/icons/alert-icon.tsx'
import { useSignedInUser } from '../session/user-hooks.ts'
import { usePasswordForgottenOnLeaving } from './password-hooks.ts'

const fields = [
  { name: 'current', label: 'Senha atual', autoComplete: 'current-password', hint: undefined },
  {
    name: 'next',
    label: 'Nova senha',
    autoComplete: 'new-password',
    hint: `De ${passwordLength.least} a ${passwordLength.most} caracteres.`,
  },
  { name: 'repeated', label: 'Repita a nova senha', autoComplete: 'new-password', hint: undefined },
] as const satisfies readonly { name: PasswordField; label: string; autoComplete: string; hint: string | undefined }[]

const problemTexts = {
  ...passwordTexts,
  notRepeated: 'As senhas não são iguais. Repita a nova senha.',
} as const

const texts = {
  effect: 'Ao alterar a senha, as suas sessões em outros computadores e navegadores são encerradas.',
  saved: 'Senha alterada. As suas outras sessões foram encerradas.',
} as const

/** Changes the password, with the problem of each field; clears the passwords after a successful change (SHELL-5). */
export function PasswordForm() {
  const password = useFlow('password')
  const problems = useFlowState('password', (password) => password.context.problems)
  const refusals = useFlowState('password', (password) => password.context.refusals)
  const status = useFlowState('password', (password) => {
    if (password.hasTag('busy')) return 'saving'
    if (password.hasTag('error')) return 'failed'
    return password.hasTag('saved') ? 'saved' : 'idle'
  })
  const failure = useFlowState('password', (password) => password.context.failure)
  const { email } = useSignedInUser()
  const form = useRef<HTMLFormElement>(null)
  usePasswordForgottenOnLeaving()
  useFirstProblemFocused(form, refusals)

  useEffect(() => {
    if (status === 'saved') form.current?.reset()
  }, [status])

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (status === 'saving') return
    const entered = new FormData(event.currentTarget)
    const textOf = (field: PasswordField) => `${entered.get(field) ?? ''}`
    password.send({
      type: 'password.change',
      current: textOf('current'),
      next: textOf('next'),
      repeated: textOf('repeated'),
    })
  }

  return (
    <section className="card profile-password" aria-labelledby="senha">
      <div className="card-heading">
        <h2 id="senha">Senha</h2>
        <p>{texts.effect}</p>
      </div>
      <form ref={form} noValidate onSubmit={submit}>
        <input type="text" autoComplete="username" value={email} readOnly hidden />
        {fields.map(({ name, ...rest }) => (
          <PasswordInput
            key={name}
            name={name}
            {...rest}
            problem={problems[name]}
            isLocked={status === 'saving'}
            onEdit={() => password.send({ type: 'password.edited', field: name })}
          />
        ))}
        {status === 'failed' && (
          <div className="failure-notice">
            <AlertIcon />
            <p role="alert">{failure}</p>
          </div>
        )}
        <div className="d-flex flex-wrap align-items-center gap-12">
          <BusyButton type="submit" isBusy={status === 'saving'}>
            Alterar senha
          </BusyButton>
          <p role="status">{status === 'saved' && texts.saved}</p>
        </div>
      </form>
    </section>
  )
}

interface PasswordInputProps {
  name: PasswordField
  label: string
  autoComplete: string
  hint: string | undefined
  problem: PasswordProblem | undefined
  isLocked: boolean
  onEdit: () => void
}

function PasswordInput({ name, label, autoComplete, hint, problem, isLocked, onEdit }: PasswordInputProps) {
  const id = useId()
  const described = [hint !== undefined && `${id}-hint`, problem !== undefined && `${id}-problem`].filter(Boolean)
  return (
    <div>
      <label className="form-label" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        name={name}
        className="form-control"
        type="password"
        autoComplete={autoComplete}
        required
        readOnly={isLocked}
        onChange={onEdit}
        aria-invalid={problem !== undefined}
        aria-describedby={described.length === 0 ? undefined : described.join(' ')}
      />
      {hint !== undefined && (
        <p id={`${id}-hint`} className="profile-hint">
          {hint}
        </p>
      )}
      <FieldProblem id={`${id}-problem`} text={problem === undefined ? undefined : textOf(problem)} />
    </div>
  )
}

function textOf(problem: PasswordProblem): string {
  return 'code' in problem ? problemTexts[problem.code] : problem.text
}
