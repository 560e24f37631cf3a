import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { dossierText } from '../../../contract/evidence/dossier-text.ts'
import verifier from '../../../contract/evidence/verify-evidence.js?raw'
import type { Dossier } from '../../../contract/wire/answers/evidence.ts'
import sheetStyles from '../../ui/evidence/dossier-sheet.css?inline'
import { DossierSheet } from '../../ui/evidence/dossier-sheet.tsx'

const pageStyles = `:root { --text-xs: 0.8125rem; --text-sm: 0.875rem; --text-lg: 1.25rem; --text-xl: 1.5rem; --strong: 600; --line: #bbb; }
body { max-inline-size: 64rem; margin: 1rem auto; padding: 0 1rem; font: 1rem/1.45 system-ui, sans-serif; }
#verdict { padding: 0.75rem 1rem; border: 2px solid; border-radius: 0.5rem; font-weight: 600; white-space: pre-line; }`

const howTo = `Esta conferência é feita pelo próprio arquivo e serve para um primeiro olhar. Quem duvida confere este arquivo, ou o arquivo JSON
que veio com ele, na página /verificar do painel ou com o programa verify-evidence.js em outro computador, e compara a impressão digital da chave
com a que anotou. O texto acima é escrito a partir dos registros; o que vale são os registros.`

const run = `
const [box, told] = ['verdict', 'dossier'].map((id) => document.getElementById(id))
try {
  box.textContent = verdictText(await verifyDossier(JSON.parse(told.textContent)))
} catch (error) {
  box.textContent = error.message
}`

/**
 * Renders a dossier as one HTML file with its records inside; the file opens, prints and verifies itself without a
 * network (EVI-4). `zone` (IANA) is the time zone of its local times.
 */
export function dossierPage(dossier: Dossier, zone: string): string {
  const text = dossierText(dossier, zone)
  if (text === null) throw new Error('the server sent no records')
  const box = document.createElement('div')
  const root = createRoot(box)
  flushSync(() => root.render(<DossierSheet text={text} />))
  const sheet = box.innerHTML
  root.unmount()
  return `<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(text.title)}</title>
<style>${pageStyles}
${sheetStyles}</style>
</head>
<body>
<p id="verdict" role="status">Este arquivo confere a si mesmo em um navegador que execute o programa dele.</p>
${sheet}
<p>${howTo}</p>
<script type="application/json" id="dossier" data-zone="${escaped(zone)}" data-version="${escaped(__PANEL_VERSION__)}">${inScript(JSON.stringify(dossier))}</script>
<script type="module">${verifier}${run}</script>
</body>
</html>
`
}

function escaped(text: string): string {
  const box = document.createElement('div')
  box.textContent = text
  return box.innerHTML.replaceAll('"', '&quot;')
}

/** Escapes JSON so that no text in it closes the script element. */
function inScript(json: string): string {
  return json.replaceAll('<', String.raw`\u003c`)
}
