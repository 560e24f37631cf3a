import { FailureNotice } from '../parts/failure-notice.tsx'
import { usePersonHistory, usePersonPage } from './person-hooks.ts'
import { actSentence, momentText } from './person-texts.ts'

export function PersonHistory({ personId }: { personId: string }) {
  const page = usePersonPage()
  const { acts, status } = usePersonHistory()
  return (
    <section className="card person-history" aria-labelledby="historico">
      <div className="card-heading">
        <h2 id="historico">Histórico</h2>
      </div>
      {status === 'failed' && (
        <FailureNotice
          text="Não foi possível carregar o histórico."
          onRetry={() => page?.send({ type: 'history.reload' })}
        />
      )}
      {status === 'loading' && acts.length === 0 && <p className="card-note">Carregando o histórico…</p>}
      {status === 'told' && acts.length === 0 && <p className="card-note">Nada foi alterado neste acesso até agora.</p>}
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
