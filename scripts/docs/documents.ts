import { readFileSync } from 'node:fs'
import { makeOpenApiDocument } from '../../backend/openapi/openapi-document.ts'
import { programVersion } from '../../backend/program-version.ts'
import { boundsTable } from './bounds-table.ts'
import { chartHashes } from './chart-hashes.ts'
import { contractDocument } from './contract-document.ts'
import { failureDocument } from './failure-document.ts'
import { themeKeysDocument } from './theme-keys.ts'

/** Returns the documents generated from the sources, by path from the project's folder. */
export async function generatedDocuments(): Promise<Record<string, string>> {
  const version = await programVersion()
  return {
    'contract/rules/chart-hashes.json': chartHashes(),
    'docs/contract.md': contractDocument(),
    'docs/openapi.json': `${JSON.stringify(makeOpenApiDocument(version), null, 2)}\n`,
    'docs/device-failure.md': failureDocument('en', version),
    'docs/device-failure.pt-BR.md': failureDocument('pt', version),
    'docs/before-real-use.md': withBlocks('docs/before-real-use.md', { bounds: boundsTable() }),
    'docs/theme-keys.md': themeKeysDocument(),
  }
}

function withBlocks(path: string, blocks: Record<string, string>): string {
  return Object.entries(blocks).reduce(
    (text, [name, block]) => {
      const [before, , after] = text.split(new RegExp(`(?<=<!-- ${name} -->\\n)([\\s\\S]*)(?=<!-- /${name} -->)`))
      if (after === undefined) throw new Error(`${path} has no block ${name}`)
      return `${before}\n${block}\n\n${after}`
    },
    readFileSync(path, 'utf8'),
  )
}
