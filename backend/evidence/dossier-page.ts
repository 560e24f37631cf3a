import { readFileSync } from 'node:fs'
import type { DossierRow, DossierTable, DossierText } from '../../contract/evidence/dossier-text.ts'

const contractText = (name: string) => readFileSync(new URL(`../../contract/evidence/${name}`, import.meta.url), 'utf8')

const pageStyles = `:root { --text-xs: 0.8125rem; --text-sm: 0.875rem; --text-lg: 1.25rem; --text-xl: 1.5rem; --strong: 600; --line: #bbb; }
body { max-inline-size: 64rem; margin: 1rem auto; padding: 0 1rem; font: 1rem/1.45 system-ui, sans-serif; }
#verdict { padding: 0.75rem 1rem; border: 2px solid; border-radius: 0.5rem; font-weight: 600; white-space: pre-line; }`

const howTo = `Esta conferência é feita pelo próprio arquivo, lê só os dados dele e serve para um primeiro olhar. Quem duvida confere este arquivo
inteiro na página /verificar do painel ou com o programa verify-evidence.js em outro computador, e compara a impressão digital da chave com a que anotou.`

const run = `
const [box, data] = ['verdict', 'dossier'].map((id) => document.getElementById(id))
try {
  box.textContent = verdictText(await verifyEnvelope(JSON.parse(data.textContent)))
} catch (error) {
  box.textContent = error instanceof MissingMeans ? error.message : 'O navegador não conseguiu ler os dados deste arquivo.'
}`

/**
 * Renders a dossier as one HTML file that opens, prints and verifies itself without a network (EVI-4). The page
 * consists of `head`, the rows of the records by `rowHtml`, `foot`, the data, and `after`. The page is signed, so the
 * same input must give the same page.
 */
export function dossierPage(text: DossierText, hasRows: boolean): { head: string; foot: string; after: string } {
  const [head = '', foot = ''] = sheet(text, hasRows)
  return {
    head: `<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(text.title)}</title>
<style>${pageStyles}
${contractText('dossier-sheet.css')}</style>
</head>
<body>
<p id="verdict" role="status">Este arquivo confere a si mesmo em um navegador que execute o programa dele.</p>
${head}`,
    foot: `${foot}
<p>${howTo}</p>
<script type="application/json" id="dossier">`,
    after: `</script>
<script type="module">${contractText('verify-evidence.js')}${run}</script>
</body>
</html>`,
  }
}

export function rowHtml({ cells }: DossierRow): string {
  return `<tr>${cells.map((cell) => `<td>${escaped(cell)}</td>`).join('')}</tr>\n`
}

/** Returns the HTML before the rows of the records, and the HTML after the rows. */
function sheet({ title, facts, tables, note }: DossierText, hasRows: boolean): string[] {
  const at = tables.findIndex(({ name }) => name === 'rows')
  const [people, rows, rules] = [tables.slice(0, at), tables.slice(at, at + 1), tables.slice(at + 1)]
  const whole = (each: DossierTable) => tableAround(each, each.rows.length > 0).join(each.rows.map(rowHtml).join(''))
  const [head, foot] = rows.flatMap((each) => tableAround(each, hasRows))
  return [
    `<article class="dossier">
<h1>${escaped(title)}</h1>
<dl>
${facts.map(([term, value]) => `<div><dt>${escaped(term)}</dt><dd>${escaped(value)}</dd></div>`).join('\n')}
</dl>
${[...people.map(whole), head].join('\n')}`,
    `${[foot, ...rules.map(whole)].join('\n')}
<p>${escaped(note)}</p>
</article>`,
  ]
}

/** Returns the HTML of a table before its rows, and the HTML after its rows. */
function tableAround({ name, title, headings, empty }: DossierTable, hasRows: boolean): [head: string, foot: string] {
  const heading = `<h2>${escaped(title)}</h2>\n`
  if (!hasRows) return [`${heading}<p>${escaped(empty)}</p>`, '']
  return [
    `${heading}<table data-table="${name}">
<thead><tr>${headings.map((each) => `<th scope="col">${escaped(each)}</th>`).join('')}</tr></thead>
<tbody>
`,
    '</tbody>\n</table>',
  ]
}

/** Escapes text for HTML. A carriage return would change in transport, and with it the hash of the page. */
function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\r', '&#13;')
}
