import * as v from 'valibot'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Backend } from '../../../backend/server.ts'
import { fullCost } from '../../../backend/sessions/passwords.ts'
import { signIn, startTestBackend } from '../parts/embedded-backend.ts'

let backend: Backend

beforeAll(async () => {
  backend = await startTestBackend({ passwordCost: fullCost })
})
afterAll(() => backend.close())

async function hashOfOperator(): Promise<string> {
  const [row] = await backend.database.query(
    "select password_hash as hash from users where id = 'user-operador'",
    [],
    v.object({ hash: v.string() }),
  )
  return row?.hash ?? ''
}

it('a password is hashed as OWASP asks, and a weaker hash is replaced at the next sign-in (OPS-4)', async () => {
  const operator = await signIn(backend, 'operator')
  const body = { current: 'guarita-demo', next: 'porta da frente 9' }
  expect((await operator.call('/rest/auth/password', { method: 'POST', body })).status).toBe(204)
  expect(await hashOfOperator()).toMatch(/^scrypt\$131072\$8\$1\$/)
  const old = 'scrypt$16$8$1$AAAAAAAAAAAAAAAAAAAAAA$Ha9DcVR8QZ9sYQWSBGoPYHdVmrXlPYfMuc4lAMCi3ao'
  await backend.database.execute("update users set password_hash = $1 where id = 'user-operador'", [old])
  const again = () =>
    fetch(`${backend.url}/rest/auth/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'operador@guarita.demo', password: body.next }),
    })
  expect((await again()).status).toBe(200)
  const next = await hashOfOperator()
  expect(next).toMatch(/^scrypt\$131072\$8\$1\$/)
  expect((await again()).status).toBe(200)
  expect(await hashOfOperator()).toBe(next)
})
