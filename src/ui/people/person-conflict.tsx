import { useEffect, useRef } from 'react'
import { usePersonForm } from './person-draft-hooks.ts'
import { usePersonDifferences } from './person-hooks.ts'
import { fieldLabels, fieldText } from './person-texts.ts'
import '../parts/plain-table.css'

/** Says that somebody else has changed the person, compares field by field, and asks what is to stay (ACC-2). */
export function PersonConflict() {
  const form = usePersonForm()
  const differences = usePersonDifferences()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className="card record-form" aria-labelledby="conflito">
      <h2 id="conflito" ref={heading} tabIndex={-1}>
        Outra pessoa alterou este acesso
      </h2>
      <p role="alert">
        Enquanto você editava, outra pessoa salvou alterações. Nada do que você preencheu se perdeu, e nada foi salvo
        ainda: compare e escolha.
      </p>
      {differences.length === 0 ? (
        <p>As duas versões são iguais.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <section className="table-scroller" aria-label="Comparação, campo a campo" tabIndex={0}>
          <table className="plain-table">
            <thead>
              <tr>
                <th scope="col">Campo</th>
                <th scope="col">Você</th>
                <th scope="col">Outra pessoa</th>
              </tr>
            </thead>
            <tbody>
              {differences.map(({ field, mine, theirs }) => (
                <tr key={field}>
                  <th scope="row">{fieldLabels[field]}</th>
                  <td>{mine === null ? 'Você não alterou' : fieldText(field, mine)}</td>
                  <td>{fieldText(field, theirs)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      <div className="record-form-actions">
        <button type="button" className="btn btn-primary" onClick={() => form?.send({ type: 'conflict.keepMine' })}>
          Salvar as minhas alterações
        </button>
        <button type="button" className="btn btn-quiet" onClick={() => form?.send({ type: 'conflict.takeTheirs' })}>
          Ficar com a versão da outra pessoa
        </button>
        <button type="button" className="btn btn-quiet" onClick={() => form?.send({ type: 'conflict.goOn' })}>
          Continuar editando
        </button>
      </div>
      <p className="field-hint">Ao salvar as suas, o que você não alterou fica como a outra pessoa deixou.</p>
    </section>
  )
}
