import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import { AuthenticationLayout } from '../layout/authentication-layout.tsx'
import { useArrival } from '../page-arrival.tsx'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { firstTag } from '../parts/first-tag.ts'
import { InvitationForm, type InvitationRef } from './invitation-form.tsx'

const titles = {
  join: 'Seu acesso ao painel',
  'new-password': 'Escolha outra senha',
  'first-administrator': 'Comece a usar o Guarita',
} as const

/** Page of a one-time link: its recipient, and the form to choose a password (ACC-1, ACC-2). */
export function InvitationPage({ invitation }: { invitation: InvitationRef }) {
  const kind = useSelector(invitation, ({ context }) => context.invitation?.kind)
  const title = kind === undefined ? 'Convite' : titles[kind]
  const heading = useArrival(title)
  return (
    <AuthenticationLayout>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <Stage invitation={invitation} />
    </AuthenticationLayout>
  )
}

const stages = ['dead', 'taken', 'error', 'occupied', 'choosing', 'joined', 'entered'] as const

function Stage({ invitation }: { invitation: InvitationRef }): ReactNode {
  const stage = useSelector(invitation, (snapshot) => firstTag(snapshot, stages) ?? 'looking')
  const failure = useSelector(invitation, ({ context }) => context.failure?.message ?? '')
  switch (stage) {
    case 'looking':
      return <p role="status">Conferindo o link…</p>
    case 'entered':
      return <p role="status">Pronto. Abrindo o painel…</p>
    case 'error':
      return (
        <FailureNotice
          text={`Não foi possível conferir o link. ${failure}`}
          onRetry={() => invitation.send({ type: 'invitation.retry' })}
        />
      )
    case 'dead':
      return (
        <EndedLink text="Este link não vale mais: ele já foi usado, foi trocado por outro ou venceu.">
          <p>Se você já escolheu a senha por ele, entre com ela. Senão, peça outro link a quem cuida dos acessos.</p>
          <p>Está instalando o Guarita? Reinicie o servidor: ele mostra um link novo.</p>
        </EndedLink>
      )
    case 'taken':
      return (
        <EndedLink text="Já há quem administre esta instalação.">
          <p>Entre com o seu e-mail e a sua senha, ou peça um convite a quem administra.</p>
        </EndedLink>
      )
    case 'joined':
      return (
        <EndedLink text="A senha está definida, mas a primeira entrada não deu certo.">
          <p>Entre agora com o seu e-mail e a senha que você escolheu.</p>
        </EndedLink>
      )
    case 'occupied':
      return <Occupied invitation={invitation} />
    case 'choosing':
      return <InvitationForm invitation={invitation} />
  }
}

function EndedLink({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className="sign-in-form">
      <p role="alert">
        <strong>{text}</strong>
      </p>
      {children}
      <a className="btn btn-primary btn-lg" href="/login">
        Ir para a entrada
      </a>
    </div>
  )
}

function Occupied({ invitation }: { invitation: InvitationRef }) {
  const name = useSelector(invitation, ({ context }) => context.signedIn)
  const invited = useSelector(invitation, ({ context }) => context.invitation?.name)
  return (
    <div className="sign-in-form">
      <p role="alert">
        <strong>{name} está no painel neste navegador.</strong>
      </p>
      <p>
        {invited ? `O link é de ${invited}. ` : ''}Para usá-lo aqui, saia primeiro; ou abra o link em outro navegador.
      </p>
      <button
        type="button"
        className="btn btn-primary btn-lg"
        onClick={() => invitation.send({ type: 'invitation.signOut' })}
      >
        Sair e continuar
      </button>
      <a className="btn btn-quiet" href="/dashboard">
        Voltar ao painel
      </a>
    </div>
  )
}
