import { describe, expect, test } from 'vitest'
import { hour, minute } from '../../models/session/session-fixtures.ts'
import { Browser, type Tab } from '../session/session-browser.ts'

async function twoTabs() {
  const browser = new Browser()
  const [here, there] = [browser.open(), browser.open()]
  await browser.settle()
  return { browser, here, there }
}

async function twoSignedInTabs(signIn = { lifetimeMs: hour, remember: false }) {
  const tabs = await twoTabs()
  await tabs.here.signIn(signIn)
  return tabs
}

function state({ actor }: Tab): unknown {
  const { value } = actor.snapshot()
  return typeof value === 'string' ? value : Object.keys(value)[0]
}

describe('the other tab receives (SES-10)', () => {
  test('a sign-in, with its token and its end', async () => {
    const { here, there } = await twoSignedInTabs()
    expect(there.isSignedIn).toBe(true)
    expect([there.authorization, there.endsAt]).toEqual([here.authorization, here.endsAt])
  })

  test('a sign-out', async () => {
    const { browser, here, there } = await twoSignedInTabs()
    here.actor.send({ type: 'session.signOut' })
    await browser.settle()
    expect(state(there)).toBe('absent')
    expect(there.authorization).toBeNull()
  })

  test('a refusal by the server', async () => {
    const { browser, here, there } = await twoSignedInTabs()
    here.actor.send({ type: 'session.refused', token: here.token })
    await browser.settle()
    expect([state(here), state(there)]).toEqual(['absent', 'absent'])
  })

  test('a renewal, so that both sessions end at the same time', async () => {
    const { browser, here, there } = await twoSignedInTabs()
    await browser.advance(35 * minute)
    here.standIns.sendBack('userActivity', { type: 'user.active' })
    here.standIns.resolve('renew', { kind: 'renewed', lifetimeMs: hour })
    await browser.settle()
    expect(there.endsAt).toBe(here.endsAt)
    await browser.advance(hour - 1)
    expect([here.isSignedIn, there.isSignedIn]).toEqual([true, true])
  })

  test('the end of the session, and both tabs show the dialog', async () => {
    const { browser, here, there } = await twoSignedInTabs()
    await browser.advance(hour)
    expect([state(here), state(there)]).toEqual(['expired', 'expired'])
  })

  test('a new sign-in, which closes the dialog', async () => {
    const { browser, there } = await twoSignedInTabs()
    await browser.advance(hour)
    const reloaded = browser.open()
    await browser.settle()
    await reloaded.signIn({ lifetimeMs: hour })
    expect(there.isSignedIn).toBe(true)
  })
})

describe('messages between tabs', () => {
  test.each(['signedIn', 'signedOut', 'renewed', 'expired'] as const)(
    'are answered at most once by each tab if a third tab sends %s',
    async (change) => {
      const { browser } = await twoSignedInTabs()
      if (change !== 'signedIn' && change !== 'renewed') browser.stored = null
      browser.post(null, change)
      expect(await browser.settle()).toBeLessThanOrEqual(3)
    },
  )

  test('stay below 60 in a shift of 11 hours in which both tabs renew by themselves', async () => {
    const browser = new Browser()
    let messages = 0
    const post = browser.post.bind(browser)
    browser.post = (from, change) => {
      messages += 1
      post(from, change)
    }
    browser.renewAtOnce = () => ({ kind: 'renewed', lifetimeMs: hour })
    const [here, there] = [browser.open(), browser.open()]
    await browser.settle()
    await here.signIn({ lifetimeMs: hour, remember: true })
    await browser.advance(11 * hour)
    expect([here.isSignedIn, there.isSignedIn]).toEqual([true, true])
    expect(messages).toBeLessThan(60)
  })
})

test('a tab that slept past its known end does not end a session that another tab has renewed', async () => {
  const { browser, here, there } = await twoSignedInTabs()
  there.receive = () => {}
  await browser.advance(35 * minute)
  here.standIns.sendBack('userActivity', { type: 'user.active' })
  here.standIns.resolve('renew', { kind: 'renewed', lifetimeMs: hour })
  await browser.settle()
  await browser.advance(30 * minute)
  expect([here.isSignedIn, there.isSignedIn]).toEqual([true, true])
  expect(browser.stored).not.toBeNull()
})
