import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Backend } from '../../../backend/server.ts'
import { verifyDossier } from '../../../contract/evidence/verify-evidence.js'
import { defaultProcedures } from '../../../contract/procedures/default-procedures.ts'
import { type IncidentNight, incidentNight } from '../incidents/incident-night.ts'
import { type SignedIn, signIn, startTestBackend } from '../parts/embedded-backend.ts'
import { isGenuine } from './independent-verifier.ts'
import { dossierFilesOf } from './made-dossier.ts'

const clock = { now: Date.parse('2026-11-20T05:10:00.000Z') }
const period = 'from=2026-11-20T05:00:00.000Z&to=2026-11-20T06:00:00.000Z'
const contact = 'Síndica: Zulmira Prado, (11) 98888-7777'
const [first, , third] = defaultProcedures['door-forced'].map(({ text }) => text)
let backend: Backend
let admin: SignedIn
let night: IncidentNight
let condominiumId: string
let wordCode: string
/** The dossier before the condominium is deleted. */
let files: { page: string; json: string }

beforeAll(async () => {
  backend = await startTestBackend({ now: () => clock.now })
  admin = await signIn(backend, 'admin')
  night = incidentNight(backend, admin, clock)
  const place = await admin.call('/rest/condominium', {
    method: 'POST',
    body: { name: 'Vila Nova', wordCode: 'VILA-NOVA' },
  })
  condominiumId = (await place.json()).id
  wordCode = 'VILANOVA-01'
  await admin.call(`/device-control/device/${condominiumId}/${admin.user.userId}/${wordCode}`, {
    method: 'POST',
    body: { name: 'Portão', model: 'CA-200', ip: '127.0.0.1', port: 9_641 },
  })
  await backend.emitGateEvent({ condominiumId, kind: 'door-forced' })
  await night.advance(1)
  const { id } = await night.onlyIncident()
  const run = (await night.story(id)).procedure?.run
  await night.act(admin, id, { deed: 'do-step', run, step: 0 })
  await night.act(admin, id, { deed: 'skip-step', run, step: 1, reason: 'Sem invasão' })
  await night.act(admin, id, { deed: 'call', run, step: 2, to: contact, isAnswered: true })
  await night.act(admin, id, { deed: 'close', word: 'Vento', unmetReason: 'Vista na câmera' })
  files = await dossier()
})
afterAll(() => backend.close())

async function dossier(): Promise<{ page: string; json: string }> {
  const answer = await admin.call(`/rest/evidence/dossier?${period}`)
  expect(answer.status).toBe(200)
  return dossierFilesOf(answer)
}

describe('a dossier with the records of a procedure (PROC-2, EVI-4)', () => {
  it('is genuine, and its page has the steps, the call, and the person', async () => {
    const { page, json } = files
    for (const file of [page, json]) {
      expect(isGenuine({ file })).toBe(true)
      expect(await verifyDossier(file)).toMatchObject({ isGenuine: true, problems: [] })
    }
    for (const text of [
      `passo feito: ${first}`,
      'passo não feito: Ligar para a polícia se houver invasão: Sem invasão',
      `ligação atendida: ${third}: ${contact}`,
      'passo não feito: Confirmar que o acesso está fechado: Vista na câmera',
      'encerrada: Vento',
    ])
      expect(page.split('\n').filter((row) => row.includes(text) && row.includes(admin.user.name))).toHaveLength(1)
  })

  it.each([
    ['the text of a step', `"step":"${first}"`, '"step":"Outro passo"'],
    ['the result of a call', '"act":"call-answered"', '"act":"call-unanswered"'],
    ['the reason for a skipped step', '"text":"Sem invasão"', '"text":"Com invasão"'],
    ['the called person', contact, contact.replace('Zulmira', 'Rosa')],
  ])('is not genuine after a change of %s', async (_, before, after) => {
    const { json } = files
    expect(json).toContain(before)
    const file = json.replace(before, after)
    expect(isGenuine({ file })).toBe(false)
    expect(await verifyDossier(file)).toMatchObject({ isGenuine: false })
  })

  it('is genuine after the condominium was deleted, and no longer names the called person', async () => {
    await admin.call(`/device-control/device/database/${wordCode}`, { method: 'DELETE' })
    expect((await admin.call(`/rest/condominium/${condominiumId}`, { method: 'DELETE' })).ok).toBe(true)
    const { page, json } = await dossier()
    expect(json).not.toContain('Zulmira')
    expect(page).toContain(`ligação atendida: ${third}: apagado`)
    expect(await verifyDossier(json)).toMatchObject({ isGenuine: true, problems: [] })
  })
})
