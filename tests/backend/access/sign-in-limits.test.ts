import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { signInLimits } from '../../../backend/access/sign-in-limits.ts'
import { callerNetwork } from '../../../backend/http/caller-network.ts'
import type { Backend } from '../../../backend/server.ts'
import { demoPassword } from '../../prepared-database.ts'
import { startTestBackend } from '../parts/embedded-backend.ts'

const hourMs = 60 * 60_000
const startMs = Date.parse('2026-03-02T08:00:00.000Z')
let nowMs = startMs
let backend: Backend

beforeAll(async () => {
  backend = await startTestBackend({ now: () => nowMs, trustedProxies: ['loopback'] })
})
beforeEach(async () => {
  nowMs = startMs
  await backend.database.script('delete from attempts; delete from sign_in_places')
})
afterAll(() => backend.close())

async function signInFrom(address: string, email: string, password: string): Promise<number> {
  const response = await fetch(`${backend.url}/rest/auth/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify({ email, password }),
  })
  return response.status
}

async function tryFromMany(email: string, times: number): Promise<Set<number>> {
  const statuses = new Set<number>()
  for (let index = 0; index < times; index++) statuses.add(await signInFrom(`198.51.100.${index}`, email, 'errada'))
  return statuses
}

describe('the lock of the sign-in', () => {
  const retryAfter = async () => {
    const response = await fetch(`${backend.url}/rest/auth/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.77' },
      body: JSON.stringify({ email: 'admin@guarita.demo', password: demoPassword }),
    })
    return response.status === 429 ? Number(response.headers.get('retry-after')) : response.status
  }

  it('stays at most 300 s after the clock was set back by an hour', async () => {
    nowMs = startMs + hourMs
    for (let index = 0; index < 10; index++) await signInFrom('203.0.113.77', 'admin@guarita.demo', 'errada')
    expect(await retryAfter()).toBe(300)
    nowMs = startMs
    expect(await retryAfter()).toBe(300)
    nowMs = startMs + 299_000
    expect(await retryAfter()).toBe(1)
    nowMs = startMs + 300_000
    expect(await retryAfter()).toBe(200)
  })
})

describe('sign-in attempts for one account (OPS-4)', () => {
  it('are limited over all addresses, and the person can still sign in from a known address', async () => {
    expect(await signInFrom('203.0.113.5', 'auditor@guarita.demo', demoPassword)).toBe(200)
    expect(await tryFromMany('auditor@guarita.demo', 30)).toEqual(new Set([400]))
    expect(await signInFrom('198.51.100.77', 'auditor@guarita.demo', demoPassword)).toBe(429)
    expect(await signInFrom('203.0.113.5', 'auditor@guarita.demo', demoPassword)).toBe(200)
    expect(await signInFrom('198.51.100.77', 'operador@guarita.demo', demoPassword)).toBe(200)
    nowMs += hourMs
    expect(await signInFrom('198.51.100.77', 'auditor@guarita.demo', demoPassword)).toBe(200)
  })

  it.each([
    'admİn@guarita.demo',
    'ADMİN@guarita.demo',
    'ADMIN@GUARITA.DEMO',
    ' Admin@guarita.demo ',
    'admi̇n@guarita.demo',
  ])('share one limit with the spelling %j of the e-mail', async (written) => {
    for (let index = 0; index < 10; index++) await signInFrom('203.0.113.9', 'admin@guarita.demo', 'errada')
    expect([400, 429]).toContain(await signInFrom('203.0.113.9', written, demoPassword))
  })

  it('share one limit within an IPv6 /64', async () => {
    for (let index = 0; index < 10; index++)
      expect(await signInFrom(`2001:db8:1:2:${index}::1`, 'admin@guarita.demo', 'errada')).toBe(400)
    expect(await signInFrom('2001:db8:1:2:ffff::9', 'admin@guarita.demo', demoPassword)).toBe(429)
    expect(await signInFrom('2001:db8:1:3::9', 'admin@guarita.demo', demoPassword)).toBe(200)
  })
})

describe('a browser in which a person signed in before (OPS-4)', () => {
  const email = 'operador@guarita.demo'

  /** Signs in. Returns the cookie that the server sets, and a function that signs in with this cookie. */
  async function browserOf(address: string) {
    const enter = (password: string, cookie: string, who = email) =>
      fetch(`${backend.url}/rest/auth/sign-in`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': address, cookie },
        body: JSON.stringify({ email: who, password }),
      })
    const given = (await enter(demoPassword, '')).headers.getSetCookie()[0] ?? ''
    const cookie = given.split(';')[0] ?? ''
    return { given, cookie, enter: (password: string, sent = cookie, who = email) => enter(password, sent, who) }
  }

  it('lets this person in after 100 wrong passwords from the same address', async () => {
    const browser = await browserOf('203.0.113.5')
    expect(browser.given).toMatch(/; HttpOnly; SameSite=Strict$/)
    for (let index = 0; index < 10; index++) await signInFrom('203.0.113.5', email, 'errada')
    expect(await signInFrom('203.0.113.5', email, demoPassword)).toBe(429)
    for (let index = 0; index < 90; index++) await signInFrom('203.0.113.5', `p${index}@guarita.demo`, 'errada')
    expect(await signInFrom('203.0.113.5', 'auditor@guarita.demo', demoPassword)).toBe(429)
    expect((await browser.enter(demoPassword)).status).toBe(200)
    expect((await browser.enter(demoPassword, browser.cookie, 'auditor@guarita.demo')).status).toBe(429)
  })

  it('has its own limit, which does not lock the person out in other browsers', async () => {
    const browser = await browserOf('203.0.113.5')
    for (let index = 0; index < 10; index++) expect((await browser.enter('errada')).status).toBe(400)
    expect((await browser.enter(demoPassword)).status).toBe(429)
    expect(await signInFrom('203.0.113.5', email, demoPassword)).toBe(200)
  })

  it.each([
    ['another signature', (cookie: string) => `${cookie.slice(0, -4)}AAAA`],
    ['another id', (cookie: string) => cookie.replace(/=../, '=00')],
    ['no signature', (cookie: string) => cookie.replace(/\..*/, '')],
  ])('is not recognised by a cookie with %s', async (_, forge) => {
    const browser = await browserOf('203.0.113.5')
    for (let index = 0; index < 10; index++) await browser.enter('errada', forge(browser.cookie))
    expect((await browser.enter(demoPassword, forge(browser.cookie))).status).toBe(429)
    expect((await browser.enter(demoPassword)).status).toBe(200)
  })
})

it('the server limits sign-in attempts for many accounts from one network, and does not count successful sign-ins (OPS-4)', async () => {
  const limits = signInLimits(backend.database, () => nowMs)
  for (let index = 0; index < 120; index++)
    await (await limits.begin('203.0.113.1', { userId: 'user-admin' }, `${index}`)).succeeded()
  for (let index = 0; index < 100; index++)
    await limits.begin('203.0.113.1', { email: `pessoa${index}@guarita.demo` }, '')
  await expect(limits.begin('203.0.113.1', { email: 'outra@guarita.demo' }, '')).rejects.toMatchObject({ status: 429 })
  await limits.begin('203.0.113.2', { email: 'outra@guarita.demo' }, '')
})

it('an attempt that was taken back does not count', async () => {
  const limits = signInLimits(backend.database, () => nowMs)
  for (let index = 0; index < 30; index++)
    await (await limits.begin(`198.51.100.${index}`, { email: 'a@b.demo' }, '')).takeBack()
  for (let index = 0; index < 10; index++) await limits.begin('203.0.113.1', { email: 'a@b.demo' }, '')
  await expect(limits.begin('203.0.113.1', { email: 'a@b.demo' }, '')).rejects.toMatchObject({ status: 429 })
})

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::ffff:cb00:7107', '203.0.113.7'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1:2%eth0', 'fe80:0:0:0::/64'],
  ['2001:DB8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
])('callerNetwork counts %s as the network %s', (ip, network) => {
  expect(callerNetwork(ip)).toBe(network)
})
