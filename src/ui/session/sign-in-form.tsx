import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react'
import { useFlow, useFlowState } from '../panel-context.tsx'
import { BusyButton } from '../parts/busy-button.tsx'
import { FieldProblem } from '../parts/forms/field-problem.tsx'
import { EyeIcon, EyeOffIcon } from './eye-icons.tsx'
import { useComputerShared, useSessionBusy } from './session-hooks.ts'
import { SignInRefusal, useRefusal } from './sign-in-refusal.tsx'

const texts = {
  emailMissing: 'Informe o e-mail.',
  passwordMissing: 'Informe a senha.',
  show: 'Mostrar caracteres',
  untilClosed: 'Marcado, por até 12 horas. Sem marcar, até fechar o navegador.',
  whileUsed: 'Marcado, por até 12 horas. Sem marcar, enquanto o painel for usado.',
} as const

/** Form with e-mail, password and 'Manter conectado'; shows missing fields and the reason of a refusal. */
export function SignInForm() {
  const session = useFlow('session')
  const isBusy = useSessionBusy()
  const refusal = useRefusal()
  const nextEmail = useFlowState('session', ({ context }) => context.nextEmail)
  const isShared = useComputerShared()
  const [missing, setMissing] = useState({ email: false, password: false })
  const [isRevealed, setRevealed] = useState(false)
  const emailField = useRef<HTMLInputElement>(null)
  const passwordField = useRef<HTMLInputElement>(null)
  const id = useId()

  const emailProblem = missing.email ? texts.emailMissing : undefined
  const passwordProblem = missing.password ? texts.passwordMissing : undefined

  useEffect(() => {
    if (refusal || nextEmail) passwordField.current?.select()
  }, [refusal, nextEmail])

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const email = emailField.current?.value.trim() ?? ''
    const password = passwordField.current?.value ?? ''
    setMissing({ email: email === '', password: password === '' })
    if (email === '') return emailField.current?.focus()
    if (password === '') return passwordField.current?.focus()
    const remember = new FormData(event.currentTarget).has('remember')
    session.send({ type: 'session.signIn', credentials: { email, password, remember } })
  }

  return (
    <form className="sign-in-form" noValidate onSubmit={submit}>
      <SignInRefusal />
      <div>
        <label className="form-label" htmlFor={`${id}-email`}>
          E-mail
        </label>
        <input
          ref={emailField}
          // biome-ignore lint/a11y/noAutofocus: the page is a form, and the attribute focuses before the panel's code has loaded
          autoFocus
          id={`${id}-email`}
          className="form-control"
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          defaultValue={nextEmail}
          onChange={() => setMissing({ ...missing, email: false })}
          aria-invalid={emailProblem !== undefined}
          aria-describedby={emailProblem === undefined ? undefined : `${id}-email-problem`}
        />
        <FieldProblem id={`${id}-email-problem`} text={emailProblem} />
      </div>
      <div>
        <label className="form-label" htmlFor={`${id}-password`}>
          Senha
        </label>
        <div className="password-field position-relative">
          <input
            ref={passwordField}
            id={`${id}-password`}
            className="form-control"
            type={isRevealed ? 'text' : 'password'}
            autoComplete="current-password"
            autoCapitalize="none"
            spellCheck={false}
            required
            onChange={() => setMissing({ ...missing, password: false })}
            aria-invalid={passwordProblem !== undefined}
            aria-describedby={passwordProblem === undefined ? undefined : `${id}-password-problem`}
          />
          <button
            type="button"
            className="icon-button"
            aria-pressed={isRevealed}
            aria-label={texts.show}
            title={texts.show}
            onClick={() => setRevealed((is) => !is)}
          >
            {isRevealed ? <EyeOffIcon /> : <EyeIcon />}
          </button>
        </div>
        <FieldProblem id={`${id}-password-problem`} text={passwordProblem} />
      </div>
      <div className="form-check">
        <input
          id={`${id}-remember`}
          className="form-check-input"
          type="checkbox"
          name="remember"
          aria-describedby={`${id}-remember-hint`}
        />
        <label className="form-check-label" htmlFor={`${id}-remember`}>
          Manter conectado
        </label>
        <small id={`${id}-remember-hint`}>{isShared ? texts.untilClosed : texts.whileUsed}</small>
      </div>
      <BusyButton type="submit" isBusy={isBusy} className="btn btn-primary btn-lg">
        Entrar
      </BusyButton>
    </form>
  )
}
