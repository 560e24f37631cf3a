import { makeOpenApiDocument } from '../../backend/openapi/openapi-document.ts'
import { programVersion } from '../../backend/program-version.ts'
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
    'docs/theme-keys.md': themeKeysDocument(),
  }
}
