import { CheckIcon, ClockIcon, CrossIcon, DeniedIcon } from '../../parts/icons.tsx'
import { type NotificationPermissionKnown, useNotificationPermission } from '../../shell-hooks.ts'

const standings = {
  unknown: { tone: 'neutral', Icon: ClockIcon, word: 'Verificando…', text: '' },
  allowed: {
    tone: 'ok',
    Icon: CheckIcon,
    word: 'Permitidas',
    text: 'Este navegador pode mostrar avisos do painel, também quando ele está em outra aba.',
  },
  blocked: {
    tone: 'bad',
    Icon: DeniedIcon,
    word: 'Bloqueadas',
    text: 'Para desbloquear, abra as informações do site no ícone ao lado do endereço, mude “Notificações” para “Permitir” e recarregue a página.',
  },
  undecided: {
    tone: 'warn',
    Icon: ClockIcon,
    word: 'Ainda não decidido',
    text: 'Você ainda não disse a este navegador se o painel pode mostrar avisos.',
  },
  unsupported: {
    tone: 'neutral',
    Icon: CrossIcon,
    word: 'Sem suporte neste navegador',
    text: 'Para receber avisos, abra o painel por HTTPS em um navegador atual, como Chrome, Edge ou Firefox.',
  },
} as const satisfies Record<NotificationPermissionKnown, unknown>

/** Whether this browser may show notifications, and what to do where it may not. */
export function NotificationsCard() {
  const { tone, Icon, word, text } = standings[useNotificationPermission()]
  return (
    <section className="card profile-notifications" aria-labelledby="notificacoes">
      <div className="card-heading">
        <h2 id="notificacoes">Notificações do navegador</h2>
      </div>
      <p className={`profile-standing tone-${tone}`}>
        <Icon />
        {word}
      </p>
      {text !== '' && <p className="profile-note">{text}</p>}
    </section>
  )
}
