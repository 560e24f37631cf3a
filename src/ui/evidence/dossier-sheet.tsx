import type { DossierTable, DossierText } from '../../../contract/evidence/dossier-text.ts'

/** Shows a dossier on screen and on A4 paper, as its own file does (EVI-4). */
export function DossierSheet({ text: { title, facts, tables, note } }: { text: DossierText }) {
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
      {tables.map((table) => (
        <section key={table.name}>
          <h2>{table.title}</h2>
          {table.rows.length === 0 ? <p>{table.empty}</p> : <Table {...table} />}
        </section>
      ))}
      <p>{note}</p>
    </article>
  )
}

function Table({ name, headings, rows }: DossierTable) {
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
