import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendHeads } from '../../../backend/evidence/anchors.ts'
import { signHead } from '../../../backend/evidence/heads.ts'
import { openSigningKey } from '../../../backend/evidence/signing-key.ts'
import { timeStamp } from '../../../backend/evidence/time-stamp.ts'
import { timeStampAnchor } from '../../../backend/evidence/time-stamps.ts'
import type { Backend } from '../../../backend/server.ts'
import { verifyDossier, verifyEnvelope } from '../../../contract/evidence/verify-evidence.js'
import { signIn, startTestBackend } from '../parts/embedded-backend.ts'
import { jcs } from './independent-chain.ts'
import { dossierFilesOf } from './made-dossier.ts'
import { hasOpenssl, startTimeStampAuthority } from './time-stamp-authority.ts'

/** Skipped without OpenSSL, which is the authority. */
describe.skipIf(!hasOpenssl())('time stamps of heads by an authority (EVI-5, RFC 3161)', () => {
  let authority: Awaited<ReturnType<typeof startTimeStampAuthority>>
  let backend: Backend
  beforeAll(async () => {
    authority = await startTimeStampAuthority()
    backend = await startTestBackend()
  })
  afterAll(async () => {
    await backend.close()
    await authority.stop()
  })

  it('cover exactly the given text, and a replayed answer is refused', async () => {
    const answer = await timeStamp(authority.url, 'cabeça')
    expect(await authority.verifies('cabeça', answer)).toBe(true)
    expect(await authority.verifies('outra', answer)).toBe(false)
    authority.mode.replay = true
    await expect(timeStamp(authority.url, 'cabeça')).rejects.toThrow(/earlier answer/)
    await expect(timeStamp(authority.url, 'outra')).rejects.toThrow(/something else/)
    authority.mode.replay = false
  })

  it('are requested once an hour and exported with the dossier, and a foreign time stamp is reported', async () => {
    const admin = await signIn(backend, 'admin')
    const key = await openSigningKey(backend.database, { dataDir: undefined })
    const head = await signHead(backend.database, key, 'horizonte', Date.now())
    const asked = authority.mode.asked
    const anchor = timeStampAnchor(backend.database, authority.url)
    const now = Date.now()
    await sendHeads(backend.database, anchor, now, (customersId) => customersId !== 'horizonte')
    await signIn(backend, 'admin')
    const later = await signHead(backend.database, key, 'horizonte', now)
    const sendAfter = (ms: number) =>
      sendHeads(backend.database, anchor, now + ms, (customersId) => customersId !== 'horizonte')
    await sendAfter(3_599_000)
    expect(authority.mode.asked).toBe(asked + 1)
    await sendAfter(3_601_000)
    await sendAfter(7_300_000)
    expect(authority.mode.asked).toBe(asked + 2)

    const from = new Date(Date.now() - 3_600_000).toISOString()
    const answer = await admin.call(`/rest/evidence/dossier?from=${from}&to=2999-01-01T00:00:00.000Z`)
    const { json } = await dossierFilesOf(answer)
    const envelope = JSON.parse(json)
    expect(await verifyDossier(json)).toMatchObject({ isGenuine: true, problems: [] })
    const [stamp] = envelope.dossier.stamps
    expect(envelope.dossier.stamps.map((each: { seq: number }) => each.seq)).toEqual([head.seq, later.seq])
    const { seq, hash, at } = head
    expect(stamp).toMatchObject({ seq, hash, at })
    const stamped = jcs({ customer: 'horizonte', seq, hash, at })
    expect(await authority.verifies(stamped, Buffer.from(stamp.answer, 'base64'))).toBe(true)

    stamp.at = '2020-01-01T00:00:00.000Z'
    expect((await verifyEnvelope(envelope)).problems[0]).toMatchObject({ seq, why: expect.stringContaining('carimbo') })
  })

  it('throw if the authority is unreachable', async () => {
    await expect(timeStamp('http://127.0.0.1:1/', 'cabeça')).rejects.toThrow()
  })
})
