import { type ReactNode, useEffect, useRef } from 'react'
import '../lists/plain-table.css'

interface ConflictCardProps {
  className: string
  title: string
  /** Describes the conflict; the card adds the general advice. */
  text: string
  hint: string
  /** Fields with a difference. */
  rows: readonly { label: string; mine: ReactNode; theirs: ReactNode }[]
  form: { send: (event: { type: 'conflict.keepMine' | 'conflict.takeTheirs' | 'conflict.goOn' }) => void } | undefined
}

/** Compares the fields after another person changed the record, and asks which version to keep (CON-4, ACC-2). */
export function ConflictCard({ className, title, text, hint, rows, form }: ConflictCardProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className={`card ${className}`} aria-labelledby="conflito">
      <h2 id="conflito" ref={heading} tabIndex={-1}>
        {title}
      </h2>
      <p role="alert">{text} e nada foi salvo ainda: compare e escolha.</p>
      {rows.length === 0 ? (
        <p>As duas versões são iguais.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
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
              {rows.map(({ label, mine, theirs }) => (
                <tr key={label}>
                  <th scope="row">{label}</th>
                  <td>{mine}</td>
                  <td>{theirs}</td>
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
      <p className="field-hint">{hint}</p>
    </section>
  )
}
