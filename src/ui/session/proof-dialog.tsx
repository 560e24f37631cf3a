import { useSelector } from '@xstate/react'
import { type SubmitEvent, useId, useRef } from 'react'
import type { ActorRefFrom } from 'xstate'
import { proofHoldsMinutes } from '../../../contract/wire/route.ts'
import type { proofMachine } from '../../machines/parts/proof.machine.ts'
import { BusyButton } from '../parts/busy-button.tsx'
import { useFirstProblemFocused } from '../parts/forms/first-problem.ts'
import { TextField } from '../parts/forms/text-field.tsx'
import { ModalDialog } from '../parts/modal-dialog.tsx'
import { useSignedInUser } from './user-hooks.ts'

type ProofRef = ActorRefFrom<typeof proofMachine>

/** Asks the signed-in person for the password while a call waits for a proof (ACC-4). */
export function ProofDialog({ actor }: { actor: ProofRef | undefined }) {
  const isAsking = useSelector(actor, (proof) => proof?.hasTag('asking') ?? false)
  return actor !== undefined && isAsking && <OpenDialog actor={actor} />
}

function OpenDialog({ actor }: { actor: ProofRef }) {
  const { problems, needsCode, refusals } = useSelector(actor, ({ context }) => context)
  const isBusy = useSelector(actor, (proof) => proof.hasTag('busy'))
  const { email } = useSignedInUser()
  const form = useRef<HTMLFormElement>(null)
  const id = useId()
  useFirstProblemFocused(form, refusals)
  const cancel = () => actor.send({ type: 'proof.cancel' })

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const entered = new FormData(event.currentTarget)
    actor.send({
      type: 'proof.give',
      password: `${entered.get('password') ?? ''}`,
      ...(needsCode && { code: `${entered.get('code') ?? ''}` }),
    })
  }

  return (
    <ModalDialog
      title="Confirme que é você"
      onDismiss={cancel}
      text={
        <form ref={form} id={`${id}-form`} noValidate onSubmit={submit} className="dialog-form">
          <p>{`Para mudar acessos e criar links, informe a sua senha. Vale por ${proofHoldsMinutes} minutos.`}</p>
          <input type="text" autoComplete="username" value={email} readOnly hidden />
          <TextField
            id={`${id}-password`}
            name="password"
            type="password"
            label="Sua senha"
            autoComplete="current-password"
            required
            data-initial-focus
            readOnly={isBusy}
            problem={problems.password}
            onChange={() => undefined}
          />
          {needsCode && (
            <TextField
              id={`${id}-code`}
              name="code"
              label="Código da segunda etapa"
              hint="Do aplicativo autenticador, ou de recuperação."
              autoComplete="one-time-code"
              required
              readOnly={isBusy}
              problem={problems.code}
              onChange={() => undefined}
            />
          )}
        </form>
      }
    >
      <button type="button" className="btn btn-quiet" onClick={cancel}>
        Cancelar
      </button>
      <BusyButton type="submit" form={`${id}-form`} isBusy={isBusy}>
        Confirmar
      </BusyButton>
    </ModalDialog>
  )
}
