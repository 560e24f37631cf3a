import { useSelector } from '@xstate/react'
import { type SubmitEvent, useEffect, useId, useRef } from 'react'
import type { ActorRefFrom } from 'xstate'
import { passwordLength, passwordTexts } from '../../../contract/fields/password.ts'
import type { passwordMachine } from '../../machines/profile/password.machine.ts'
import type { PasswordField, PasswordProblem } from '../../machines/profile/password-rules.ts'
import { BusyButton } from '../parts/busy-button.tsx'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { useFirstProblemFocused } from '../parts/forms/first-problem.ts'
import { TextField } from '../parts/forms/text-field.tsx'
import { useSignedInUser } from '../session/user-hooks.ts'

const fields = [
  { name: 'current', label: 'Senha atual', autoComplete: 'current-password' },
  {
    name: 'next',
    label: 'Nova senha',
    autoComplete: 'new-password',
    hint: `De ${passwordLength.least} a ${passwordLength.most} caracteres.`,
  },
  { name: 'repeated', label: 'Repita a nova senha', autoComplete: 'new-password' },
] as const satisfies readonly { name: PasswordField; label: string; autoComplete: string; hint?: string }[]

const problemTexts = {
  ...passwordTexts,
  notRepeated: 'As senhas não são iguais. Repita a nova senha.',
} as const

const texts = {
  effect: 'Ao alterar a senha, as suas sessões em outros computadores e navegadores são encerradas.',
  saved: 'Senha alterada. As suas outras sessões foram encerradas.',
} as const

/** Changes the password, with the problem of each field; clears the passwords after a successful change (SHELL-5). */
export function PasswordForm({ password }: { password: ActorRefFrom<typeof passwordMachine> }) {
  const { problems, refusals, failure } = useSelector(password, ({ context }) => context)
  const isBusy = useSelector(password, (flow) => flow.hasTag('busy'))
  const isSaved = useSelector(password, (flow) => flow.hasTag('saved'))
  const { email } = useSignedInUser()
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => () => password.send({ type: 'password.left' }), [password])
  useFirstProblemFocused(form, refusals)

  useEffect(() => {
    if (isSaved) form.current?.reset()
  }, [isSaved])

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const entered = new FormData(event.currentTarget)
    const entry = (field: PasswordField) => `${entered.get(field) ?? ''}`
    password.send({
      type: 'password.change',
      current: entry('current'),
      next: entry('next'),
      repeated: entry('repeated'),
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
          <TextField
            key={name}
            {...rest}
            id={`${id}-${name}`}
            name={name}
            type="password"
            required
            readOnly={isBusy}
            problem={textOf(problems[name])}
            onChange={() => password.send({ type: 'password.edited', field: name })}
          />
        ))}
        {failure !== null && <FailureNotice text={failure} />}
        <div className="d-flex flex-wrap align-items-center gap-12">
          <BusyButton type="submit" isBusy={isBusy}>
            Alterar senha
          </BusyButton>
          <p role="status">{isSaved && texts.saved}</p>
        </div>
      </form>
    </section>
  )
}

function textOf(problem: PasswordProblem | undefined): string | undefined {
  if (problem === undefined) return undefined
  return 'code' in problem ? problemTexts[problem.code] : problem.text
}
