import { type KeyboardEvent, useRef, useState } from 'react'
import { useDeviceResults } from '../device-hooks.ts'
import { movedResult, resultText } from './result-texts.ts'
import './recent-results.css'

/** Shows the last calls as bars that differ in shape; arrow keys select a bar. */
export function RecentResults({ wordCode }: { wordCode: string }) {
  const results = useDeviceResults(wordCode)
  const [chosenAt, setChosenAt] = useState<number | null>(null)
  const list = useRef<HTMLUListElement>(null)
  const found = results.findIndex(({ at }) => at === chosenAt)
  const chosen = found < 0 ? results.length - 1 : found
  const shown = results[chosen]

  function press(event: KeyboardEvent) {
    const next = movedResult(event.key, chosen, results.length)
    if (next === null) return
    event.preventDefault()
    list.current?.querySelectorAll('button')[next]?.focus()
  }

  return (
    <section className="card recent-results" aria-labelledby="ultimas-chamadas">
      <div className="card-heading">
        <h2 id="ultimas-chamadas">Últimas chamadas deste painel</h2>
      </div>
      {shown === undefined ? (
        <p className="card-note">Nenhuma chamada desde que esta página foi aberta.</p>
      ) : (
        <>
          <ul ref={list} className="result-bar d-flex flex-wrap" onKeyDown={press}>
            {results.map((result, index) => (
              <li key={result.at}>
                <button
                  type="button"
                  className={`result d-grid align-items-end is-${result.outcome}`}
                  tabIndex={index === chosen ? 0 : -1}
                  aria-label={resultText(result)}
                  aria-current={index === chosen ? 'true' : undefined}
                  onFocus={() => setChosenAt(result.at)}
                  onClick={() => setChosenAt(result.at)}
                />
              </li>
            ))}
          </ul>
          <p className="result-text" aria-hidden="true">
            {resultText(shown)}
          </p>
        </>
      )}
    </section>
  )
}
