import * as v from 'valibot'
import { fromPromise } from 'xstate'
import { verifyDossier } from '../../../contract/evidence/verify-evidence.js'
import { dossier } from '../../../contract/wire/answers/evidence.ts'
import { verificationMachine } from '../../machines/evidence/verification.machine.ts'
import { createConsoleLog } from '../../services/log/log.ts'
import { logTo } from '../neighbours.ts'

/** Verifies a dossier, only in this browser (EVI-4). */
export function verification() {
  return verificationMachine.provide({
    actors: {
      verify: fromPromise(async ({ input: { dossier: file, heads, fingerprint } }) => {
        const verdict = await verifyDossier(await bytesOf(file), {
          ...(heads !== null && { heads: await bytesOf(heads) }),
          ...(fingerprint !== '' && { fingerprint }),
        })
        return { verdict, dossier: verdict.isGenuine ? v.parse(dossier, verdict.dossier) : null }
      }),
    },
    actions: { logFailure: logTo(createConsoleLog()) },
  })
}

async function bytesOf(file: File): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await file.arrayBuffer())
}
