import { makeOpenApiDocument } from '../../backend/openapi/openapi-document.ts'
import { programVersion } from '../../backend/program-version.ts'
import { contractDocument } from './contract-document.ts'
import { deviceFailureDocument } from './device-failure.ts'
import { english } from './english.ts'
import { portuguese } from './portuguese.ts'
import { themeKeysDocument } from './theme-keys.ts'

/** The documents that are made from the sources, by path from the project's folder. */
export async function generatedDocuments(): Promise<Record<string, string>> {
  return {
    'docs/contract.md': contractDocument(),
    'docs/openapi.json': `${JSON.stringify(makeOpenApiDocument(await programVersion()), null, 2)}\n`,
    'docs/device-failure.md': await deviceFailureDocument(english),
    'docs/device-failure.pt-BR.md': await deviceFailureDocument(portuguese),
    'docs/theme-keys.md': themeKeysDocument(),
  }
}
