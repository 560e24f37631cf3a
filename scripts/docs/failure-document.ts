import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { ManualLanguage } from './both.ts'
import { failureBlocks } from './device-failure.ts'
import { manualValues } from './manual-values.ts'
import { table } from './markdown.ts'
import { ruleHistory } from './rule-history.ts'

/** Returns the failure document in one language, from its template, the charts and the constants (AUD-1, EVI-7). */
export function failureDocument(language: ManualLanguage, version: string): string {
  const blocks = Object.entries(failureBlocks({ hasTestNames: language === 'en' })).map(([name, block]) => [
    name,
    `<!-- ${name} -->\n\n${block}\n\n<!-- /${name} -->`,
  ])
  const values: Record<string, string> = { ...manualValues(language), ...Object.fromEntries(blocks) }
  const template = readFileSync(`scripts/docs/manual/device-failure.${language}.template`, 'utf8')
  const filled = template.replaceAll(/\{\{(?!cover)(\w+)\}\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`the template of the failure document has no value ${name}`)
    return value
  })
  return filled.replace('{{cover}}', cover(language, version, fingerprintOf(filled)))
}

/** SHA-256 of the failure document from its second part to its end, in hexadecimal digits. */
export function fingerprintOf(document: string): string {
  return createHash('sha256')
    .update(document.slice(document.indexOf('\n## 2.') + 1))
    .digest('hex')
}

function cover(language: ManualLanguage, version: string, fingerprint: string): string {
  const since = ruleHistory[0]?.since ?? ''
  const rows: readonly [string, string][] =
    language === 'pt'
      ? [
          ['versão', version],
          ['marca da montagem (commit)', 'no documento que o painel mostra'],
          ['regras válidas desde', since],
          ['responsável', 'no documento que o painel mostra'],
          ['aprovador', 'no documento que o painel mostra'],
          ['impressão digital', `\`${fingerprint}\``],
        ]
      : [
          ['version', version],
          ['commit', 'in the document that the panel serves'],
          ['rules valid since', since],
          ['owner', 'in the document that the panel serves'],
          ['approver', 'in the document that the panel serves'],
          ['fingerprint', `\`${fingerprint}\``],
        ]
  return table(language === 'pt' ? ['documento', 'valor'] : ['document', 'value'], rows)
}
