import { array, boolean, constant, constantFrom, integer, oneof, record } from 'fast-check'
import type { RenewalAnswer } from '../../../src/services/session/auth-api.ts'
import { ana, hour, minute, second } from '../../models/session/session-fixtures.ts'
import type { Browser, Tab } from './session-browser.ts'

/** Command from the person, the server, the clock, the computer or another tab. */
export type Command =
  | { does: 'signIn'; lifetimeMs: number; remember: boolean }
  | { does: 'refuseSignIn' }
  | { does: 'renew'; lifetimeMs: number }
  | { does: 'leaveRenewal'; answer: 'unanswered' | 'failure' }
  | { does: 'wait'; ms: number }
  | { does: 'sleep'; ms: number }
  | { does: 'refuseToken'; isCurrent: boolean; times: number }
  | { does: 'changeElsewhere'; change: 'signedIn' | 'renewed' | 'signedOut' | 'expired'; leftMs: number }
  | { does: 'act'; what: 'page.shown' | 'session.signOut' | 'session.continue' | 'session.confirmExpired' | 'active' }

const lifetimeMs = oneof(
  constantFrom(-hour, -1, 0, 1, minute, 5 * minute, 20 * minute, 30 * minute, hour, 13 * hour, 40 * 24 * hour, 1e14),
  integer({ min: -hour, max: 14 * hour }),
)
const durationMs = oneof(
  constantFrom(0, 1, 5 * second, 10 * second, minute, 25 * minute, 30 * minute, hour),
  integer({ min: 0, max: 13 * hour }),
)

export const commands = array(
  oneof(
    { weight: 3, arbitrary: record({ does: constant('signIn' as const), lifetimeMs, remember: boolean() }) },
    { weight: 1, arbitrary: record({ does: constant('refuseSignIn' as const) }) },
    { weight: 3, arbitrary: record({ does: constant('renew' as const), lifetimeMs }) },
    {
      weight: 2,
      arbitrary: record({
        does: constant('leaveRenewal' as const),
        answer: constantFrom('unanswered' as const, 'failure' as const),
      }),
    },
    { weight: 4, arbitrary: record({ does: constant('wait' as const), ms: durationMs }) },
    { weight: 2, arbitrary: record({ does: constant('sleep' as const), ms: durationMs }) },
    {
      weight: 1,
      arbitrary: record({
        does: constant('refuseToken' as const),
        isCurrent: boolean(),
        times: integer({ min: 1, max: 5 }),
      }),
    },
    {
      weight: 2,
      arbitrary: record({
        does: constant('changeElsewhere' as const),
        change: constantFrom('signedIn' as const, 'renewed' as const, 'signedOut' as const, 'expired' as const),
        leftMs: integer({ min: 1, max: 2 * hour }),
      }),
    },
    {
      weight: 3,
      arbitrary: record({
        does: constant('act' as const),
        what: constantFrom(
          'page.shown' as const,
          'session.signOut' as const,
          'session.continue' as const,
          'session.confirmExpired' as const,
          'active' as const,
        ),
      }),
    },
  ),
  { maxLength: 25 },
)

export async function perform(command: Command, browser: Browser, tab: Tab): Promise<void> {
  const { actor, standIns } = tab
  switch (command.does) {
    case 'signIn':
      return tab.signIn(command)
    case 'refuseSignIn':
      actor.send({ type: 'session.signIn', credentials: { email: 'e', password: 'p', remember: false } })
      await browser.settle()
      if (standIns.open.includes('signIn')) standIns.reject('signIn')
      break
    case 'renew':
      answerRenewal(tab, { kind: 'renewed', lifetimeMs: command.lifetimeMs })
      break
    case 'leaveRenewal':
      if (command.answer === 'unanswered') answerRenewal(tab, { kind: 'unanswered' })
      else if (standIns.open.includes('renew')) standIns.reject('renew')
      break
    case 'wait':
      return browser.advance(command.ms)
    case 'sleep':
      browser.clock.sleep(command.ms)
      actor.send({ type: 'page.shown' })
      break
    case 'refuseToken': {
      const token = command.isCurrent ? tab.token : 'token of long ago'
      for (let time = 0; time < command.times; time++) actor.send({ type: 'session.refused', token })
      break
    }
    case 'changeElsewhere':
      leave(browser, command)
      tab.receive(command.change)
      break
    case 'act':
      if (command.what !== 'active') actor.send({ type: command.what })
      else if (standIns.open.includes('userActivity')) standIns.sendBack('userActivity', { type: 'user.active' })
  }
  return browser.advance(0)
}

function answerRenewal({ standIns }: Tab, answer: RenewalAnswer): void {
  if (standIns.open.includes('renew')) standIns.resolve('renew', answer)
}

/** Stored session that the other tab leaves. */
function leave(browser: Browser, { change, leftMs }: Extract<Command, { does: 'changeElsewhere' }>): void {
  const now = browser.clock.now()
  if (change === 'signedOut' || change === 'expired') browser.stored = null
  else if (change === 'signedIn') {
    const session = { token: `token elsewhere of ${now}`, remember: false, signedInAt: now, expiresAt: now + leftMs }
    browser.stored = { session, user: ana }
  } else if (browser.stored !== null) {
    browser.stored = { ...browser.stored, session: { ...browser.stored.session, expiresAt: now + leftMs } }
  }
}

/** Sequences that broke a rule in the past; they are always tried first. */
export const onceBroken: readonly (readonly Command[])[] = [
  [
    { does: 'signIn', lifetimeMs: 20 * minute, remember: true },
    { does: 'sleep', ms: 2 * hour },
    { does: 'leaveRenewal', answer: 'unanswered' },
  ],
  [
    { does: 'signIn', lifetimeMs: 4 * minute, remember: false },
    { does: 'act', what: 'session.continue' },
    { does: 'renew', lifetimeMs: -1 },
  ],
  [
    { does: 'signIn', lifetimeMs: 5 * minute, remember: false },
    { does: 'act', what: 'session.continue' },
    { does: 'renew', lifetimeMs: 5.5 * minute },
    { does: 'wait', ms: 5 * minute + 1 },
  ],
]
