import { useSelector } from '@xstate/react'
import { useFlowIfThere } from '../panel-context.tsx'
import { BusyButton } from '../parts/busy-button.tsx'
import { CheckIcon, ClockIcon, CrossIcon, DeniedIcon } from '../parts/icons/icons.tsx'
import { type PushStatus, usePush, usePushStatus } from '../push/push-hooks.ts'
import { askingText, homeScreenAdvice, unblockText } from '../push/push-texts.ts'

const deviceStatuses = {
  unknown: { tone: 'neutral', Icon: ClockIcon, word: 'Verificando…', text: '' },
  notConfigured: {
    tone: 'neutral',
    Icon: CrossIcon,
    word: 'Não configuradas',
    text: 'Os avisos aparecem no sino enquanto o painel está aberto. Para recebê-los também fora dele, peça a quem administra o painel que configure o envio.',
  },
  unsupported: {
    tone: 'neutral',
    Icon: CrossIcon,
    word: 'Sem suporte neste navegador',
    text: 'Para receber avisos, abra o painel por HTTPS em um navegador atual, como Chrome, Edge ou Firefox.',
  },
  undecided: {
    tone: 'warn',
    Icon: ClockIcon,
    word: 'Ainda não decidido',
    text: 'Ative as notificações para saber do que acontece também com o painel em outra aba.',
  },
  asking: { tone: 'warn', Icon: ClockIcon, word: 'Aguardando a sua resposta', text: askingText },
  blocked: { tone: 'bad', Icon: DeniedIcon, word: 'Bloqueadas', text: unblockText },
  preparing: { tone: 'neutral', Icon: ClockIcon, word: 'Ativando…', text: '' },
  subscribed: {
    tone: 'ok',
    Icon: CheckIcon,
    word: 'Ativadas',
    text: 'Este navegador mostra os avisos do painel, também quando ele está em outra aba.',
  },
  messagingUnsupported: {
    tone: 'neutral',
    Icon: CrossIcon,
    word: 'Sem suporte neste navegador',
    text: 'Este navegador não recebe mensagens push. Use um navegador atual, fora da navegação anônima.',
  },
  failed: {
    tone: 'bad',
    Icon: DeniedIcon,
    word: 'Não ativadas',
    text: 'Este navegador não conseguiu se registrar para receber avisos. O painel tenta de novo quando a rede volta.',
  },
} as const satisfies Record<PushStatus, unknown>

const testTexts = {
  untried: '',
  showing: '',
  shown: 'Enviada. Se ela não apareceu, veja se o sistema do computador silencia as notificações do navegador.',
  notShown: 'O navegador não mostrou a notificação. Veja as notificações nas configurações dele e do sistema.',
} as const

/** Shows whether this browser receives push notifications and, if not, what to do (SHELL-5, PUSH-4). */
export function NotificationsCard() {
  const deviceStatus = usePushStatus()
  const push = usePush()
  const { tone, Icon, word, text: usual } = deviceStatuses[deviceStatus]
  const isUnsupported = deviceStatus === 'unsupported' || deviceStatus === 'messagingUnsupported'
  const text = (isUnsupported ? homeScreenAdvice() : null) ?? usual
  return (
    <section className="card" aria-labelledby="notificacoes">
      <div className="card-heading">
        <h2 id="notificacoes">Notificações do navegador</h2>
      </div>
      <p className={`profile-standing d-flex align-items-center gap-2 fw-semibold tone-${tone}`} role="status">
        <Icon />
        {word}
      </p>
      {text !== '' && <p className="profile-note">{text}</p>}
      <div className="profile-notification-actions flex-wrap align-items-center gap-12">
        {deviceStatus === 'undecided' && (
          <button type="button" className="btn btn-primary" onClick={() => push({ type: 'push.enable' })}>
            Ativar notificações
          </button>
        )}
        {deviceStatus === 'failed' && (
          <button type="button" className="btn btn-primary" onClick={() => push({ type: 'push.retry' })}>
            Tentar novamente
          </button>
        )}
        {(deviceStatus === 'subscribed' || deviceStatus === 'failed') && <Test />}
      </div>
      {deviceStatus === 'subscribed' && <Token />}
    </section>
  )
}

function Test() {
  const test = useSelector(useFlowIfThere('push'), (shown) => shown?.value.test ?? 'untried')
  const push = usePush()
  return (
    <>
      <BusyButton className="btn btn-quiet" isBusy={test === 'showing'} onClick={() => push({ type: 'push.test' })}>
        Testar notificação
      </BusyButton>
      <p role="status">{testTexts[test]}</p>
    </>
  )
}

/** Token for Firebase's console and API; the panel does not send it to a server (PUSH-1). */
function Token() {
  return (
    <details className="profile-token">
      <summary>Código deste navegador</summary>
      <p>Para enviar um aviso só a este navegador, informe este código a quem administra o envio.</p>
      <code>{useSelector(useFlowIfThere('push'), (push) => push?.context.token)}</code>
    </details>
  )
}
