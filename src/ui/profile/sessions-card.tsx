import { useSelector } from '@xstate/react'
import { useEffect, useId, useRef } from 'react'
import type { ActorRefFrom } from 'xstate'
import { userAgentText } from '../../../contract/evidence/user-agent-text.ts'
import { momentText, sinceText } from '../../../contract/texts/time-texts.ts'
import type { OwnSession } from '../../../contract/wire/answers/account.ts'
import type { mySessionsMachine } from '../../machines/profile/my-sessions.machine.ts'
import { BusyButton } from '../parts/busy-button.tsx'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { useLostFocusReturned } from '../parts/lost-focus.ts'
import { useServerNow } from '../parts/time/clock-hooks.ts'

const texts = {
  effect: 'Não reconhece alguma? Encerre-a e altere a sua senha.',
  loading: 'Carregando as sessões…',
  failed: 'Não foi possível carregar as suas sessões.',
  none: 'Você não está em nenhum outro computador ou navegador.',
} as const

/** Lists the person's sessions, with buttons to end the others (SHELL-5). */
export function SessionsCard({ mySessions }: { mySessions: ActorRefFrom<typeof mySessionsMachine> }) {
  useEffect(() => mySessions.send({ type: 'mySessions.want' }), [mySessions])
  const { sessions, ending, ended, failure } = useSelector(mySessions, ({ context }) => context)
  const isLoading = useSelector(mySessions, (shown) => shown.hasTag('loading') || shown.matches('unasked'))
  const isFailed = useSelector(mySessions, (shown) => shown.hasTag('error'))
  const outcome = useRef<HTMLParagraphElement>(null)
  const others = sessions.filter(({ current }) => !current).length

  // The pressed button disappeared with its session: moves the focus to the outcome, for keyboard users.
  useLostFocusReturned(ended, outcome)

  return (
    <section className="card profile-sessions" aria-labelledby="sessoes">
      <div className="card-heading">
        <h2 id="sessoes">Sessões em outros lugares</h2>
        <p>{texts.effect}</p>
      </div>
      {isFailed && <FailureNotice text={texts.failed} onRetry={() => mySessions.send({ type: 'mySessions.want' })} />}
      {isLoading && <p className="profile-note">{texts.loading}</p>}
      {!isLoading && !isFailed && (
        <>
          <ul>
            {sessions.map((session) => (
              <SessionItem
                key={session.id}
                session={session}
                isEnding={ending.includes(session.id)}
                onEnd={() => mySessions.send({ type: 'mySessions.end', id: session.id })}
              />
            ))}
          </ul>
          {others === 0 && <p className="profile-note">{texts.none}</p>}
          {failure !== null && <FailureNotice text={`Sessão não encerrada. ${failure}`} />}
          {others > 1 && (
            <p className="profile-note">
              <BusyButton
                className="btn btn-quiet"
                isBusy={ending.length > 1}
                onClick={() => mySessions.send({ type: 'mySessions.endOthers' })}
              >
                Encerrar todas as outras
              </BusyButton>
            </p>
          )}
        </>
      )}
      <p ref={outcome} className="profile-outcome" role="status" tabIndex={-1}>
        {ended > 0 && endedText(ended)}
      </p>
    </section>
  )
}

function SessionItem({ session, isEnding, onEnd }: { session: OwnSession; isEnding: boolean; onEnd: () => void }) {
  const id = useId()
  const now = useServerNow()
  const { createdAt, lastSeenAt, current, userAgent } = session
  return (
    <li>
      <div>
        <strong id={id}>{userAgentText(userAgent)}</strong>
        {current && <span className="profile-mark d-inline-block ms-2 text-sm">Esta sessão</span>}
        <span className="field-hint">
          Desde <time dateTime={createdAt}>{momentText(createdAt)}</time>
          {!current && `, vista ${sinceText(now - Date.parse(lastSeenAt))}`}
        </span>
      </div>
      {!current && (
        <BusyButton className="btn btn-sm btn-quiet" aria-describedby={id} isBusy={isEnding} onClick={onEnd}>
          Encerrar sessão
        </BusyButton>
      )}
    </li>
  )
}

function endedText(ended: number): string {
  return ended === 1 ? 'Sessão encerrada.' : `${ended} sessões encerradas.`
}
