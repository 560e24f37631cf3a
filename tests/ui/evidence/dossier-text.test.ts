import { expect, test } from 'vitest'
import { dossierText } from '../../../src/ui/evidence/dossier-text.ts'
import { madeDossier } from '../../backend/evidence/made-dossier.ts'

const isolated = {
  seq: 7,
  at: '2026-11-23T04:23:00.000Z',
  kind: 'declared',
  actor: { person: 'ana' },
  subject: { device: 'A-01' },
  data: {
    kind: 'isolation',
    cause: 'manual',
    from: 'CLOSED',
    to: 'FORCED_OPEN',
    reason: 'manutenção',
    retryAt: '2026-11-23T05:23:00.000Z',
  },
}

test.each([
  ['America/Sao_Paulo', '23/11/2026 02:23:00 UTC-3'],
  ['UTC', '23/11/2026 05:23:00 UTC+0'],
  ['America/Manaus', '23/11/2026 01:23:00 UTC-4'],
])('every time is told in the zone of the sheet, %s, wherever it is read (EVI-4)', (zone, local) => {
  const text = dossierText({ ...madeDossier(1), records: [isolated], hashes: ['a'.repeat(64)] }, zone)
  const what = text?.rows[0]?.cells[2]
  expect(what).toContain(`Isolado por uma pessoa: manutenção.`)
  expect(what).toContain(`Até ${local} (2026-11-23T05:23:00.000Z).`)
  expect(what?.match(/\d\d:\d\d/g)).toHaveLength(2)
})
