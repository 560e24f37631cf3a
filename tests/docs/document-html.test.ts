import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { documentHtml, withCoverValue } from '../../scripts/docs/document-html.ts'
import { fingerprintOf } from '../../scripts/docs/failure-document.ts'
import { documentFiles } from '../../scripts/vite/failure-document.ts'
import { builtVersion } from '../../scripts/vite/version-file.ts'

const files = new Map(documentFiles())
const html = String(files.get('documento-de-falhas.html'))
const markdown = readFileSync('docs/device-failure.pt-BR.md', 'utf8')

describe('the served failure document (AUD-7)', () => {
  test('has the version and the commit of the build, and the fingerprint of its text', () => {
    const { version, commit } = builtVersion()
    expect(html).toContain(`<td>versão</td><td>${version}</td>`)
    expect(html).toContain(`<td>marca da montagem (commit)</td><td>${commit ?? 'sem commit'}</td>`)
    const text = markdown.slice(markdown.indexOf('\n## 2.') + 1)
    const fingerprint = createHash('sha256').update(text).digest('hex')
    expect(fingerprintOf(markdown)).toBe(fingerprint)
    expect(html).toContain(`<td>impressão digital</td><td><code>${fingerprint}</code></td>`)
  })

  test('has all ten parts, all tables and all pictures of the document', () => {
    expect(html.match(/<h2 id="parte-\d+">/g)).toHaveLength(10)
    expect(html.match(/<table>/g)).toHaveLength(markdown.match(/^\| ---/gm)?.length ?? 0)
    expect(html.match(/<tr>/g)).toHaveLength(
      (markdown.match(/^\|/gm)?.length ?? 0) - (markdown.match(/^\| ---/gm)?.length ?? 0),
    )
    const pictures = [...html.matchAll(/<img src="\/(.*?)"/g)].map(([, name = '']) => name)
    expect(pictures).not.toEqual([])
    for (const name of pictures) expect([name, (files.get(name)?.length ?? 0) > 1_000]).toEqual([name, true])
  })

  test('has pictures of less than 60 kB each', () => {
    for (const [name, content] of files)
      if (name.endsWith('.png')) expect([name, content.length < 60_000]).toEqual([name, true])
  })

  test('has no inline code, which the panel’s policy would block, and no link to a file of the repository', () => {
    expect(html).not.toMatch(/<style| style=|<script>| on\w+="/)
    expect([...html.matchAll(/href="(.*?)"/g)].filter(([, href = '']) => href.includes('.md'))).toEqual([])
  })
})

describe('the conversion of a document to HTML', () => {
  test('escapes HTML in a text', () => {
    expect(documentHtml('a < b & `<i>` <script>x</script>')).toBe(
      '<p>a &lt; b &amp; <code>&lt;i&gt;</code> &lt;script&gt;x&lt;/script&gt;</p>',
    )
  })

  test('keeps escaped pipes in the cells of a table', () => {
    expect(documentHtml('| a | b |\n| --- | --- |\n| x \\| y<br>z | **1** |')).toBe(
      '<div><table><thead><tr><th>a</th><th>b</th></tr></thead><tbody>\n<tr><td>x | y<br>z</td><td><strong>1</strong></td></tr>\n</tbody></table></div>',
    )
  })

  test('fails if the cover has no row for a value', () => {
    expect(() => withCoverValue('<table></table>', 'versão', '1')).toThrow('no row versão')
  })
})
