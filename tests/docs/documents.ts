import { contractDocument } from './contract-document.ts'
import { deviceFailureDocument } from './device-failure.ts'
import { english } from './english.ts'
import { portuguese } from './portuguese.ts'
import { statechartDocuments } from './statecharts/statechart-documents.ts'
import { themeKeysDocument } from './theme-keys.ts'
import { traceabilityDocument } from './traceability/traceability-document.ts'

/** Every generated document, by its path from the project's folder. */
export async function generatedDocuments(): Promise<Record<string, string>> {
  return {
    'docs/contract.md': contractDocument(),
    'docs/device-failure.md': await deviceFailureDocument(english),
    'docs/device-failure.pt-BR.md': await deviceFailureDocument(portuguese),
    'docs/theme-keys.md': themeKeysDocument(),
    'docs/traceability.md': await traceabilityDocument(),
    ...(await statechartDocuments()),
  }
}
