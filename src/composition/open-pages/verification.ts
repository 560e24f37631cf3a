import * as v from 'valibot'
import { fromPromise } from 'xstate'
import { type DossierText, dossierText } from '../../../contract/evidence/dossier-text.ts'
import { verifyDossier } from '../../../contract/evidence/verify-evidence.js'
import { type Dossier, dossier as dossierSchema } from '../../../contract/wire/answers/evidence.ts'
import { type Verification, verificationMachine } from '../../machines/evidence/verification.machine.ts'
import { readDossierFile, readHeads, type ShownDossier } from '../../services/evidence/dossier-reading.ts'
import { createConsoleLog } from '../../services/log/log.ts'
import { logTo } from '../neighbours.ts'

/** Verifies a dossier, only in this browser (EVI-4). */
export function verification() {
  return verificationMachine.provide({
    actors: {
      verify: fromPromise(async ({ input: { dossier: file, heads: kept, fingerprint } }) => {
        const { dossier, shown } = readDossierFile(await file.text())
        const heads = kept === null ? [] : readHeads(await kept.text())
        const verdict = await verifyDossier(dossier, { heads, ...(fingerprint !== '' && { fingerprint }) })
        const read = v.safeParse(dossierSchema, dossier)
        const zone = shown?.zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
        return {
          verdict,
          dossier: read.success ? read.output : null,
          zone,
          shown: shown === null ? 'nothing' : read.success ? comparison(shown, read.output) : 'notCompared',
        }
      }),
    },
    actions: { logFailure: logTo(createConsoleLog()) },
  })
}

function comparison(shown: ShownDossier, dossier: Dossier): Verification['shown'] {
  if (shown.version !== __PANEL_VERSION__) return 'notCompared'
  const expected = dossierText(dossier, shown.zone)
  const differsAt = expected === null ? 'nos registros' : firstDifference(shown, expected)
  return differsAt === null ? 'same' : { differsAt }
}

/** The first part of a page that differs from its records, in words for people; null if there is none. */
function firstDifference(shown: ShownDossier, expected: DossierText): string | null {
  const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
  for (const [index, row] of expected.rows.entries())
    if (!isSame(shown.rows[index], row)) return `no registro ${row.seq}`
  if (shown.rows.length > expected.rows.length) return `depois do registro ${expected.rows.at(-1)?.seq ?? 0}`
  if (!isSame(shown.people, expected.people)) return 'em quem estava no painel'
  return isSame([shown.title, shown.facts], [expected.title, expected.facts]) ? null : 'no cabeçalho'
}
