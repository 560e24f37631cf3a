import { useEffect, useRef } from 'react'
import { shownText } from '../../../contract/fields/condominium.ts'
import { useFormDifferences } from './condominium-form-hooks.ts'
import { useCondominiumForm } from './draft-hooks.ts'
import { fieldLabels } from './field-texts.ts'
import './condominium-form.css'
import '../parts/plain-table.css'

/** Says that somebody else has changed the record, compares field by field, and asks what is to stay (CON-4). */
export function ConflictCard() {
  const form = useCondominiumForm()
  const differences = useFormDifferences()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className="card conflict d-grid gap-3" aria-labelledby="conflito">
      <h2 id="conflito" ref={heading} tabIndex={-1}>
        Outra pessoa alterou este condomínio
      </h2>
      <p role="alert">
        Enquanto você editava, outra pessoa salvou este cadastro. Nada do que você digitou se perdeu, e nada foi salvo
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
                  <td>
                    {mine === null ? (
                      <span className="conflict-none">Você não alterou</span>
                    ) : (
                      <Text text={shownText(field, mine)} />
                    )}
                  </td>
                  <td>
                    <Text text={shownText(field, theirs)} />
                  </td>
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
      <p className="field-hint">
        Ao salvar as suas, os campos que você não alterou ficam como a outra pessoa os deixou.
      </p>
    </section>
  )
}

function Text({ text }: { text: string }) {
  return text === '' ? <span className="conflict-none">Vazio</span> : text
}
