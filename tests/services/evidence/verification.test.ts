import { afterEach, expect, test, vi } from 'vitest'
import { createActor, waitFor } from 'xstate'
import { verification } from '../../../src/composition/open-pages/verification.ts'
import { honest } from '../../backend/evidence/tamperings.ts'

afterEach(() => vi.restoreAllMocks())

/** The problem that /verificar shows for a file; null if there is none. */
async function problemWith(dossier: File): Promise<string | null> {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const actor = createActor(verification()).start()
  actor.send({ type: 'verification.asked', request: { dossier, heads: null, fingerprint: '' } })
  const { context } = await waitFor(actor, (snapshot) => snapshot.hasTag('told') || snapshot.hasTag('unread'))
  return context.problem
}

function dossierFile(): File {
  const { file = '' } = honest['the page'] ?? {}
  return new File([Buffer.from(file)], 'dossie.html')
}

test('/verificar has a Portuguese text for a file that the browser cannot read (EVI-4)', async () => {
  const file = dossierFile()
  vi.spyOn(file, 'arrayBuffer').mockRejectedValue(new DOMException('The requested file could not be read'))
  expect(await problemWith(file)).toMatch(/^O navegador não conseguiu ler o arquivo\./)
})

test('/verificar has a Portuguese text if the browser fails during the verification (EVI-4)', async () => {
  vi.spyOn(crypto.subtle, 'digest').mockRejectedValue(new RangeError('Array buffer allocation failed'))
  expect(await problemWith(dossierFile())).toMatch(/^O navegador parou no meio da conferência\./)
})

test('/verificar shows the advice for a browser without Ed25519 (EVI-4)', async () => {
  vi.spyOn(crypto.subtle, 'importKey').mockRejectedValue(new DOMException('Unrecognized name'))
  expect(await problemWith(dossierFile())).toMatch(/^Este navegador não conhece assinaturas Ed25519\./)
})

test('/verificar shows no problem for a genuine dossier (EVI-4)', async () => {
  expect(await problemWith(dossierFile())).toBeNull()
})
