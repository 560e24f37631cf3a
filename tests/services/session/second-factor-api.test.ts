import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Backend } from '../../../backend/server.ts'
import { createCall } from '../../../src/services/http/contract-call.ts'
import { signIn as signInAt } from '../../../src/services/session/auth-api.ts'
import { prove } from '../../../src/services/session/proof-api.ts'
import {
  confirmSecondFactor,
  enterCode,
  loadSecondFactor,
  offerSecondFactor,
  removeSecondFactor,
} from '../../../src/services/session/second-factor-api.ts'
import { signIn, startTestBackend } from '../../backend/parts/embedded-backend.ts'
import { codeAt } from '../../backend/sessions/authenticator.ts'
import { demoPassword } from '../../prepared-database.ts'
import { httpTo } from '../parts/http-to.ts'
import { recordingLog } from '../parts/recording-log.ts'
import { json, startScriptedServer } from '../parts/scripted-server.ts'

const signal = new AbortController().signal
const callTo = (url: string, token?: string) => createCall(httpTo(url, token), recordingLog())

describe('against the embedded backend (SES-12)', () => {
  let backend: Backend
  let nowMs = Date.parse('2026-03-02T08:00:00.000Z')
  const now = () => nowMs

  beforeAll(async () => {
    backend = await startTestBackend({ now })
  })
  afterAll(() => backend.close())

  test('a second factor is set up, used at the sign-in and as a proof, and removed', async () => {
    const { token, user } = await signIn(backend, 'auditor')
    const call = callTo(backend.url, token)
    const { secret } = await offerSecondFactor(call, signal)
    const codeNow = () => {
      nowMs += 60_000
      return codeAt(secret, nowMs)
    }
    await expect(confirmSecondFactor(call, '000', signal)).rejects.toThrow('Código incorreto')
    expect(await confirmSecondFactor(call, codeNow(), signal)).toHaveLength(10)
    expect(await loadSecondFactor(call, signal)).toMatchObject({ recoveryCodesLeft: 10 })

    const stranger = callTo(backend.url)
    const credentials = { email: user.email ?? '', password: demoPassword, remember: false }
    const answer = await signInAt({ call: stranger, now }, credentials, signal)
    if (!('challenge' in answer)) throw new Error('the sign-in asked for no code')
    await expect(enterCode({ call: stranger, now }, { ...answer, code: '000' }, signal)).rejects.toThrow('incorreto')
    expect(await enterCode({ call: stranger, now }, { ...answer, code: codeNow() }, signal)).toMatchObject({
      lifetimeMs: 3_600_000,
      user: { userId: user.userId },
    })

    expect(await prove(call, { password: demoPassword }, signal)).toEqual({
      kind: 'refused',
      fields: { code: 'Informe o código.' },
    })
    expect(await prove(call, { password: demoPassword, code: codeNow() }, signal)).toEqual({ kind: 'proven' })
    await expect(removeSecondFactor(call, '000', signal)).rejects.toThrow('Código incorreto')
    await removeSecondFactor(call, codeNow(), signal)
    expect(await loadSecondFactor(call, signal)).toMatchObject({ setAt: null })
  })
})

test('on a server that does not support second factors, the second factor is null (SES-12)', async () => {
  const server = await startScriptedServer()
  server.answer((_, response) => json(response, 404, { error: true, message: 'Não encontrado.' }))
  expect(await loadSecondFactor(callTo(server.url, 'token-1'), signal)).toBeNull()
  await server.close()
})
