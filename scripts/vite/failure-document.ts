import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Plugin } from 'vite'
import { documentHtml, escapeHtml, withCoverValue } from '../docs/document-html.ts'
import { builtVersion } from './version-file.ts'

const name = 'documento-de-falhas'
export const failureDocumentFile = `${name}.html`
const source = 'docs/device-failure.pt-BR.md'

/**
 * Builds `/documento-de-falhas.html`, the failure document in Portuguese with version and commit of the build (AUD-7). A script fills in
 * owner and approver from `/config.json`.
 */
export function failureDocumentPage(): Plugin {
  return {
    name: 'guarita:failure-document',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const file = documentFiles().find(([fileName]) => request.url === `/${fileName}`)
        if (file === undefined) return next()
        response.setHeader('content-type', typeOf(file[0])).end(file[1])
      })
    },
    generateBundle() {
      for (const [fileName, content] of documentFiles()) this.emitFile({ type: 'asset', fileName, source: content })
    },
  }
}

/** The page and the files that the page loads, by name. */
export function documentFiles(): [fileName: string, content: string | Uint8Array][] {
  const markdown = readFileSync(source, 'utf8')
  const pictures = [...markdown.matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)].map(([, file = '']) => file)
  return [
    [failureDocumentFile, documentPage(markdown)],
    ...['css', 'js'].map((ending): [string, string] => [
      `${name}.${ending}`,
      readFileSync(`scripts/docs/manual/document.${ending}`, 'utf8'),
    ]),
    ...pictures.map((file): [string, Uint8Array] => [basename(file), readFileSync(join(dirname(source), file))]),
  ]
}

function documentPage(markdown: string): string {
  const { version, commit } = builtVersion()
  const missing = (id: string) => `<span id="${id}">não informado</span>`
  const values = {
    versão: escapeHtml(version),
    'marca da montagem \\(commit\\)': escapeHtml(commit ?? 'sem commit'),
    responsável: missing('documentOwner'),
    aprovador: missing('documentApprover'),
  }
  const html = Object.entries(values).reduce(
    (filled, [row, value]) => withCoverValue(filled, row, value),
    documentHtml(markdown.replace(/^English: .*\n/m, '')),
  )
  const parts = [...html.matchAll(/<h2 id="(parte-\d+)">(.*?)<\/h2>/g)].map(
    ([, id, title]) => `<li><a href="#${id}">${title}</a></li>`,
  )
  return `<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Documento de falhas · Guarita</title>
<link rel="stylesheet" href="/${name}.css">
<script type="module" src="/${name}.js"></script>
</head>
<body>
<nav aria-label="Partes do documento"><p><a href="/regras">Regras em vigor</a></p><ul>${parts.join('')}</ul></nav>
<main>
${html}
</main>
</body>
</html>
`
}

function typeOf(fileName: string): string {
  const types = { html: 'text/html', css: 'text/css', js: 'text/javascript', png: 'image/png' }
  const found = Object.entries(types).find(([ending]) => fileName.endsWith(`.${ending}`))
  return `${found?.[1] ?? 'application/octet-stream'}; charset=utf-8`
}
