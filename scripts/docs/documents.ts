import { readFileSync } from 'node:fs'
import { makeOpenApiDocument } from '../../backend/openapi/openapi-document.ts'
import { programVersion } from '../../backend/program-version.ts'
import { chartHashes } from './chart-hashes.ts'
import { contractDocument } from './contract-document.ts'
import { failureBlocks } from './device-failure.ts'
import { themeKeysDocument } from './theme-keys.ts'

/** Returns the documents generated from the sources, by path from the project's folder. */
export async function generatedDocuments(): Promise<Record<string, string>> {
  return {
    'contract/rules/chart-hashes.json': chartHashes(),
    'docs/contract.md': contractDocument(),
    'docs/openapi.json': `${JSON.stringify(makeOpenApiDocument(await programVersion()), null, 2)}\n`,
    'docs/device-failure.md': withBlocks('docs/device-failure.md', { hasTestNames: true }),
    'docs/device-failure.pt-BR.md': withBlocks('docs/device-failure.pt-BR.md', { hasTestNames: false }),
    'docs/theme-keys.md': themeKeysDocument(),
  }
}

function withBlocks(path: string, options: { hasTestNames: boolean }): string {
  return Object.entries(failureBlocks(options)).reduce(
    (text, [name, block]) => {
      const [before, , after] = text.split(new RegExp(`(?<=<!-- ${name} -->\\n)([\\s\\S]*)(?=<!-- /${name} -->)`))
      if (after === undefined) throw new Error(`${path} has no block ${name}`)
      return `${before}\n${block}\n\n${after}`
    },
    readFileSync(path, 'utf8'),
  )
}
