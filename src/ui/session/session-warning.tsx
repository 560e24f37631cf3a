import { timeLeftText } from '../../../contract/texts/time-texts.ts'
import { useFlow, useFlowState } from '../panel-context.tsx'
import { BusyButton } from '../parts/busy-button.tsx'
import { ModalDialog } from '../parts/modal-dialog.tsx'
import { useByTime } from '../parts/time/clock-hooks.ts'
import { useSessionBusy } from './session-hooks.ts'
import { useSessionEnd } from './user-hooks.ts'

/** Asks shortly before the end of the session whether to extend it (SES-9). */
export function SessionWarning() {
  const session = useFlow('session')
  const isBusy = useSessionBusy()
  const isLimited = useFlowState('session', (session) => session.hasTag('limited'))
  const endsAt = useSessionEnd() ?? 0
  const left = useByTime(({ now }) => timeLeftText(endsAt - now))
  return (
    <ModalDialog
      title="Sua sessão vai expirar"
      text={
        <>
          <p>
            Sua sessão termina <strong>{left}</strong>.
          </p>
          <p role={isLimited ? 'alert' : undefined}>
            {isLimited
              ? 'Não foi possível prolongá-la. Termine o que está fazendo e, num bom momento, saia e entre novamente.'
              : 'Quer continuar conectado? Se ninguém responder, o painel sai sozinho por segurança.'}
          </p>
        </>
      }
    >
      <button type="button" className="btn btn-quiet" onClick={() => session.send({ type: 'session.signOut' })}>
        Sair
      </button>
      <BusyButton isBusy={isBusy} data-initial-focus onClick={() => session.send({ type: 'session.continue' })}>
        {isLimited ? 'Tentar continuar' : 'Continuar conectado'}
      </BusyButton>
    </ModalDialog>
  )
}
