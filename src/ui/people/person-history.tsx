import { useSelector } from '@xstate/react'
import { momentText } from '../../../contract/texts/time-texts.ts'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { firstTag } from '../parts/first-tag.ts'
import type { PersonPageRef } from './person-draft-hooks.ts'
import { actSentence } from './person-texts.ts'

/** Changes of the access, newest first. */
export function PersonHistory({ page, personId }: { page: PersonPageRef; personId: string }) {
  const acts = useSelector(page, ({ context }) => context.history)
  const status = useSelector(page, (shown) => firstTag(shown, ['historyFailed', 'historyTold']))
  return (
    <section className="card person-history" aria-labelledby="historico">
      <div className="card-heading">
        <h2 id="historico">Histórico</h2>
      </div>
      {status === 'historyFailed' && (
        <FailureNotice
          text="Não foi possível carregar o histórico."
          onRetry={() => page.send({ type: 'history.reload' })}
        />
      )}
      {status === undefined && acts.length === 0 && <p className="card-note">Carregando o histórico…</p>}
      {status === 'historyTold' && acts.length === 0 && (
        <p className="card-note">Nada foi alterado neste acesso até agora.</p>
      )}
      {acts.length > 0 && (
        <ol>
          {acts.map((act) => (
            <li key={act.id}>
              <time dateTime={act.at}>{momentText(act.at)}</time>
              <span>{actSentence(act, personId)}</span>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
