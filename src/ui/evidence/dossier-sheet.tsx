import type { DossierText } from '../../../contract/evidence/dossier-text.ts'
import { peopleHeadings, rowHeadings } from '../../../contract/evidence/dossier-text.ts'

/** Shows a dossier on screen, in its own file and on A4 paper (EVI-4). */
export function DossierSheet({ text }: { text: DossierText }) {
  const { title, facts, people, rows, others } = text
  return (
    <article className="dossier">
      <h1>{title}</h1>
      <dl>
        {facts.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <h2>Quem estava no painel</h2>
      {people.length === 0 && <p>Ninguém, no período inteiro.</p>}
      {people.length > 0 && <Table name="people" headings={peopleHeadings} rows={people.map((cells) => ({ cells }))} />}
      <h2>O que aconteceu</h2>
      {rows.length === 0 && <p>Nada foi registrado no período.</p>}
      {rows.length > 0 && <Table name="rows" headings={rowHeadings} rows={rows} />}
      <p>{othersText(others)}</p>
    </article>
  )
}

interface TableProps {
  name: string
  headings: readonly string[]
  rows: readonly { seq?: number; cells: readonly string[] }[]
}

function Table({ name, headings, rows }: TableProps) {
  return (
    <table data-table={name}>
      <thead>
        <tr>
          {headings.map((heading) => (
            <th key={heading} scope="col">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ seq, cells }) => (
          <tr key={seq ?? cells.join()} data-seq={seq}>
            {cells.map((cell, index) => (
              <td key={headings[index]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function othersText(others: number): string {
  if (others === 0) return 'Todos os registros da corrente neste trecho estão acima.'
  const count = others === 1 ? '1 registro' : `${others.toLocaleString('pt-BR')} registros`
  return `O arquivo leva mais ${count} deste trecho, de outros assuntos ou do servidor, para que se veja que nada foi retirado.`
}
