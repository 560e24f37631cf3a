import { usePush, usePushStatus } from './push-hooks.ts'
import { askingText, unblockText } from './push-texts.ts'

const blockedText = 'As notificações deste site estão bloqueadas.'

/** Offers notifications in the bell, or explains how to undo a refusal (PUSH-4). */
export function PushInvitation() {
  const status = usePushStatus()
  const push = usePush()
  if (status === 'undecided')
    return (
      <div className="bell-invitation d-grid gap-2 rounded text-sm">
        <p>Saiba do que acontece também com o painel em outra aba.</p>
        <button type="button" className="btn btn-primary btn-sm" onClick={() => push({ type: 'push.enable' })}>
          Ativar notificações
        </button>
      </div>
    )
  if (status === 'asking') return <p className="bell-invitation d-grid gap-2 rounded text-sm">{askingText}</p>
  if (status === 'blocked')
    return (
      <p className="bell-invitation d-grid gap-2 rounded text-sm">
        {blockedText} {unblockText}
      </p>
    )
  return null
}
