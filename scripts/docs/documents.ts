import { globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { makeOpenApiDocument } from '../../backend/openapi/openapi-document.ts'
import { programVersion } from '../../backend/program-version.ts'
import { contractDocument } from './contract-document.ts'
import { deviceFailureDocument } from './device-failure.ts'
import { english } from './english.ts'
import { portuguese } from './portuguese.ts'
import { statechartDocuments, statechartFolder } from './statecharts/statechart-documents.ts'
import { themeKeysDocument } from './theme-keys.ts'
import { traceabilityDocument } from './traceability/traceability-document.ts'

/** The generated documents that stay in the tree, since auditors read them there, by path from the project's folder. */
export async function keptDocuments(): Promise<Record<string, string>> {
  return {
    'docs/contract.md': contractDocument(),
    'docs/openapi.json': `${JSON.stringify(makeOpenApiDocument(await programVersion()), null, 2)}\n`,
    'docs/device-failure.md': await deviceFailureDocument(english),
    'docs/device-failure.pt-BR.md': await deviceFailureDocument(portuguese),
    'docs/theme-keys.md': themeKeysDocument(),
    'docs/traceability.md': await traceabilityDocument(),
  }
}

/** Writes every generated document under a folder; pages of charts that are no more go. Resolves to the paths. */
export async function writeDocuments(folder: string): Promise<string[]> {
  const documents = { ...(await keptDocuments()), ...(await statechartDocuments()) }
  for (const page of globSync(`${statechartFolder}/*`, { cwd: folder }))
    if (!(page in documents)) rmSync(join(folder, page))
  for (const [path, text] of Object.entries(documents)) {
    mkdirSync(join(folder, dirname(path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return Object.keys(documents)
}
