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
          ['marca da montagem', 'na página ‘Regras’'],
          ['válido desde', since],
          ['responsável', 'na página ‘Regras’'],
          ['aprovador', 'na página ‘Regras’'],
          ['impressão digital', `\`${fingerprint}\``],
        ]
      : [
          ['version', version],
          ['commit', 'on the page ‘Regras’'],
          ['valid since', since],
          ['owner', 'on the page ‘Regras’'],
          ['approver', 'on the page ‘Regras’'],
          ['fingerprint', `\`${fingerprint}\``],
        ]
  return table(language === 'pt' ? ['documento', 'valor'] : ['document', 'value'], rows)
}
