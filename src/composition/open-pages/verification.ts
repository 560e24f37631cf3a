import * as v from 'valibot'
import { fromPromise } from 'xstate'
import { MissingMeans, verifyDossier } from '../../../contract/evidence/verify-evidence.js'
import { dossier } from '../../../contract/wire/answers/evidence.ts'
import { verificationMachine } from '../../machines/evidence/verification.machine.ts'
import { createConsoleLog } from '../../services/log/log.ts'
import { logTo } from '../neighbours.ts'

const notRead = 'O navegador não conseguiu ler o arquivo. Confira se ele ainda está na pasta e escolha-o de novo.'
const notVerified = 'O navegador parou no meio da conferência. Confira o arquivo com o programa verify-evidence.js.'

/** Verifies a dossier, only in this browser (EVI-4). */
export function verification() {
  return verificationMachine.provide({
    actors: {
      verify: fromPromise(async ({ input: { dossier: file, heads, fingerprint } }) => {
        const known = {
          ...(heads !== null && { heads: await bytesOf(heads) }),
          ...(fingerprint !== '' && { fingerprint }),
        }
        const verdict = await verifyDossier(await bytesOf(file), known).catch((error: unknown) => {
          throw error instanceof MissingMeans ? error : new Error(notVerified, { cause: error })
        })
        const shown = v.safeParse(dossier, verdict.dossier)
        return { verdict, dossier: shown.success ? shown.output : null }
      }),
    },
    actions: { logFailure: logTo(createConsoleLog()) },
  })
}

async function bytesOf(file: File): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await file.arrayBuffer().catch((error: unknown) => {
    throw new Error(notRead, { cause: error })
  })
  return new Uint8Array(bytes)
}
