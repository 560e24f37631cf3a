import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import type { mySessionsMachine } from '../../machines/profile/my-sessions.machine.ts'
import { useFlowState } from '../panel-context.tsx'
import { userTypeText } from '../session/access-texts.ts'
import { initialsOf } from '../session/initials.ts'
import { useComputerShared } from '../session/session-hooks.ts'
import { useSessionEnd, useSignedInUser } from '../session/user-hooks.ts'

const clock = new Intl.DateTimeFormat('pt-BR', { hour: '2-digit', minute: '2-digit' })

const texts = {
  kept: 'É prolongada sozinha, até 12 horas depois da entrada. Saia ao deixar o computador.',
  unremembered:
    'Sem “Manter conectado”: é prolongada enquanto você usa o painel, até 12 horas depois da entrada. Se a página for recarregada, passa a ser mantida.',
  untilClosed:
    'Sem “Manter conectado”, neste computador de uso comum: termina quando o navegador é fechado, ou sem uso.',
} as const

/** Describes why the session is kept (STATE-7); `isAsked` is undefined if the server does not send it. */
export function keptText(isAsked: boolean | undefined): string {
  if (isAsked === true) return `Mantida por “Manter conectado”. ${texts.kept}`
  if (isAsked === false) return `Mantida porque a página foi recarregada, sem “Manter conectado”. ${texts.kept}`
  return `Mantida por “Manter conectado”, ou porque a página foi recarregada. ${texts.kept}`
}

/** Shows the user record and the end of the session (SES-6, SES-9). */
export function PersonCard({ mySessions }: { mySessions: ActorRefFrom<typeof mySessionsMachine> }) {
  const { name, email, type, userId, customersId } = useSignedInUser()
  const end = useSessionEnd()
  const isRemembered = useFlowState('session', (session) => session.context.grant?.session.remember ?? false)
  const isAsked = useSelector(mySessions, (flow) => flow.context.sessions.find(({ current }) => current)?.remember)
  const unremembered = useComputerShared() ? texts.untilClosed : texts.unremembered
  return (
    <section className="card profile-person" aria-label="Seus dados">
      <span className="avatar flex-none rounded-circle text-brand fw-semibold is-large" aria-hidden="true">
        {initialsOf(name)}
      </span>
      <dl>
        <dt>Nome</dt>
        <dd>{name === '' ? 'Não informado' : name}</dd>
        <dt>E-mail</dt>
        <dd>{email === '' ? 'Não informado' : email}</dd>
        <dt>Tipo</dt>
        <dd>{type === '' ? 'Não informado' : userTypeText(type)}</dd>
        <dt>Código do usuário</dt>
        <dd>{userId}</dd>
        <dt>Cliente</dt>
        <dd>{customersId}</dd>
        {end !== null && (
          <>
            <dt>Sessão</dt>
            <dd>
              até as {clock.format(end)}
              <span className="field-hint">{isRemembered ? keptText(isAsked) : unremembered}</span>
            </dd>
          </>
        )}
      </dl>
    </section>
  )
}
