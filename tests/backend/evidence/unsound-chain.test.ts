import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Backend } from '../../../backend/server.ts'
import { demoDataDir, signIn, startTestBackend } from '../parts/embedded-backend.ts'
import { dossierFilesOf } from './made-dossier.ts'

const metricsToken = 'um-segredo-so-para-medir'

/** The embedded engine only: its directory outlives the server. */
describe.skipIf(inject('postgresUrl') !== undefined)(
  'a server whose records were changed while it was stopped (EVI-3)',
  () => {
    let dataDir: string
    let backend: Backend
    const lines: string[] = []

    beforeAll(async () => {
      dataDir = await demoDataDir()
      const before = await startTestBackend({ dataDir, isDurable: false, monitorEveryMs: 0 })
      const admin = await signIn(before, 'admin')
      await admin.call('/rest/evidence/head')
      await signIn(before, 'admin')
      await before.database.script(`alter table evidence disable trigger user;
      update evidence set record = replace(record, 'session', 'sessao') where customers_id = 'horizonte' and seq = 4;
      alter table evidence enable trigger user`)
      await before.close()
      backend = await startTestBackend({
        dataDir,
        isDurable: false,
        monitorEveryMs: 0,
        metricsToken,
        log: { level: 'warn', format: 'json', write: (line) => lines.push(line) },
      })
    })
    afterAll(async () => {
      await backend.close()
      await rm(dataDir, { recursive: true, force: true })
    })

    it('does not sign them, and reports it once in the security log', async () => {
      const noted = lines.map((line) => JSON.parse(line)).filter(({ security }) => security === 'chain-unsound')
      expect(noted).toHaveLength(1)
      expect(noted[0]).toMatchObject({ about: 'horizonte', msg: expect.stringContaining('Registro 4: foi alterado') })
      const kept = JSON.parse(await readFile(join(dataDir, 'evidence-heads.json'), 'utf8'))
      expect(kept.find((head: { customer: string }) => head.customer === 'horizonte').seq).toBe(3)
    })

    it('works on, and reports the fault in /readyz and /metrics', async () => {
      expect(await (await fetch(`${backend.url}/readyz`)).json()).toEqual({ ready: true, warnings: ['unsound-chain'] })
      const metrics = await fetch(`${backend.url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } })
      expect(await metrics.text()).toMatch(/^guarita_warnings\{kind="unsound-chain"\} 1$/m)
    })

    it('refuses a head and a dossier, and sends the reason to the audit page', async () => {
      const admin = await signIn(backend, 'admin')
      const reason = 'Registro 4: foi alterado'
      const period = 'from=2020-01-01T00:00:00.000Z&to=2999-01-01T00:00:00.000Z'
      for (const path of ['/rest/evidence/head', `/rest/evidence/dossier?${period}`]) {
        const refused = await admin.call(path)
        expect([refused.status, (await refused.json()).message]).toEqual([409, expect.stringContaining(reason)])
      }
      expect((await (await admin.call('/rest/device-audit')).json()).problem).toContain(reason)
      const other = await signIn(backend, 'outsider')
      expect(await (await other.call('/rest/device-audit')).json()).not.toHaveProperty('problem')
      expect((await other.call('/rest/evidence/head')).status).toBe(200)
    })

    it('refuses a dossier of records that do not lead to the signed head', async () => {
      const other = await signIn(backend, 'outsider')
      const period = 'from=2020-01-01T00:00:00.000Z&to=2999-01-01T00:00:00.000Z'
      const { json } = await dossierFilesOf(await other.call(`/rest/evidence/dossier?${period}`))
      expect(JSON.parse(json)).toHaveProperty('signature')
      await backend.database.script(`alter table evidence disable trigger user;
      update evidence set record = replace(record, '"actor"', '"autor"'),
        hash = encode(sha256(convert_to(before || replace(record, '"actor"', '"autor"'), 'UTF8')), 'hex')
        from (select hash as before from evidence where customers_id = 'litoral' and seq = 1) as first
        where customers_id = 'litoral' and seq = 2;
      alter table evidence enable trigger user`)
      const refused = await other.call(`/rest/evidence/dossier?${period}`)
      expect([refused.status, (await refused.json()).message]).toEqual([409, expect.stringContaining('Registro')])
    })
  },
)
