import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react'
import { codeTexts } from '../../../contract/fields/second-factor.ts'
import { useFlow, useFlowState } from '../panel-context.tsx'
import { BusyButton } from '../parts/busy-button.tsx'
import { FieldProblem } from '../parts/forms/field-problem.tsx'
import { useSessionBusy } from './session-hooks.ts'
import { SignInRefusal, useRefusal } from './sign-in-refusal.tsx'

const texts = {
  code: 'Digite o código de 6 números que o aplicativo autenticador mostra agora.',
  recovery: 'Digite um dos códigos de recuperação que você guardou. Cada um serve uma vez.',
} as const

/** The second step of the sign-in: a code of the authenticator, or a recovery code (SES-12). */
export function CodeForm() {
  const session = useFlow('session')
  const isBusy = useSessionBusy()
  const challenge = useFlowState('session', ({ context }) => context.challenge)
  const refusal = useRefusal()
  const [isMissing, setMissing] = useState(false)
  const [isRecovery, setRecovery] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const id = useId()

  useEffect(() => {
    if (refusal !== null) field.current?.select()
  }, [refusal])

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const code = field.current?.value.trim() ?? ''
    setMissing(code === '')
    if (code === '') return field.current?.focus()
    if (challenge !== null) session.send({ type: 'session.signIn', credentials: { ...challenge, code } })
  }

  return (
    <form className="sign-in-form" noValidate onSubmit={submit}>
      <p className="text-soft">{isRecovery ? texts.recovery : texts.code}</p>
      <SignInRefusal />
      <div>
        <label className="form-label" htmlFor={`${id}-code`}>
          {isRecovery ? 'Código de recuperação' : 'Código'}
        </label>
        <input
          ref={field}
          id={`${id}-code`}
          className="form-control"
          key={`${isRecovery}`}
          // biome-ignore lint/a11y/noAutofocus: the page is a form, and a phone shows letters or numbers when the field gets the focus
          autoFocus
          inputMode={isRecovery ? 'text' : 'numeric'}
          autoComplete={isRecovery ? 'off' : 'one-time-code'}
          autoCapitalize="characters"
          spellCheck={false}
          required
          onChange={() => setMissing(false)}
          aria-invalid={isMissing}
          aria-describedby={isMissing ? `${id}-code-problem` : undefined}
        />
        <FieldProblem id={`${id}-code-problem`} text={isMissing ? codeTexts.missing : undefined} />
      </div>
      <BusyButton type="submit" isBusy={isBusy} className="btn btn-primary btn-lg">
        Entrar
      </BusyButton>
      <button type="button" className="btn btn-quiet" onClick={() => setRecovery((is) => !is)}>
        {isRecovery ? 'Usar o aplicativo' : 'Estou sem o celular'}
      </button>
      <button type="button" className="btn btn-quiet" onClick={() => session.send({ type: 'session.startOver' })}>
        Voltar ao e-mail e à senha
      </button>
    </form>
  )
}
