import { assert, asyncProperty, constantFrom, array as listOf } from 'fast-check'
import { expect, test } from 'vitest'
import { hour, minute, second } from '../../models/session/session-fixtures.ts'
import { type Rule, testRules } from '../parts/rules.ts'
import { Browser, type Tab } from './session-browser.ts'
import { type Command, commands, onceBroken, perform } from './session-sequences.ts'

const seed = 20260302

/** Walks random sequences of commands and checks after each command. */
function walkAll({ always }: Required<Rule<Walk>>): Promise<void> {
  return assert(
    asyncProperty(commands, async (sequence) => {
      const walk = new Walk()
      await walk.browser.advance(0)
      for (const command of sequence) {
        await walk.step(command)
        always(walk)
      }
      walk.tab.actor.stop()
    }),
    { seed, numRuns: 400, examples: onceBroken.map((sequence) => [[...sequence]]) },
  )
}

class Walk {
  readonly browser = new Browser()
  readonly tab: Tab = this.browser.open()
  last: Command = { does: 'wait', ms: 0 }
  /** When the computer last woke, in milliseconds since the epoch. */
  wokeAt = Number.NEGATIVE_INFINITY
  asksBefore = 0
  forgottenBefore = 0
  couldBeRefused = false
  couldBeRenewed = false

  async step(command: Command): Promise<void> {
    this.last = command
    this.asksBefore = this.asks
    this.forgottenBefore = this.forgotten
    this.couldBeRefused = this.tab.isSignedIn
    this.couldBeRenewed = this.tab.standIns.open.includes('renew')
    if (command.does === 'sleep') this.wokeAt = this.browser.clock.now() + command.ms
    await perform(command, this.browser, this.tab)
  }

  get asks(): number {
    return this.tab.standIns.journal.filter((line) => line.startsWith('asks')).length
  }

  get forgotten(): number {
    return this.tab.count('does forgetSession')
  }

  get leftMs(): number {
    return this.tab.endsAt - this.browser.clock.now()
  }

  /** A renewal that was pending during sleep may keep the session past its end for at most its time-out. */
  get awaitsAnswerAfterSleep(): boolean {
    return this.tab.standIns.open.includes('renew') && this.browser.clock.now() - this.wokeAt <= 10 * second
  }
}

testRules<Walk>(walkAll, {
  'no person is signed in after the end of the session': {
    always: (walk) => {
      if (walk.tab.isSignedIn && !walk.awaitsAnswerAfterSleep) expect(walk.leftMs).toBeGreaterThan(0)
    },
  },
  'requests carry the token exactly while a person is signed in (SES-3)': {
    always: ({ tab }) => {
      expect(tab.authorization).toBe(tab.isSignedIn ? tab.token : null)
    },
  },
  'any number of refusals of the current token clears the session once; other refusals are ignored (SES-5)': {
    always: ({ last, couldBeRefused, forgotten, forgottenBefore, tab }) => {
      if (last.does !== 'refuseToken') return
      const isCleared = couldBeRefused && last.isCurrent
      expect(forgotten - forgottenBefore).toBe(isCleared ? 1 : 0)
      expect(tab.isSignedIn).toBe(couldBeRefused && !isCleared)
    },
  },
  'no sequence crashes the session or exceeds the longest delay of a timer': {
    always: ({ tab }) => {
      expect(tab.actor.crashes).toEqual([])
    },
  },
  'services are called at most a few times a minute': {
    always: ({ last, asks, asksBefore }) => {
      const minutes = last.does === 'wait' ? last.ms / minute : 0
      expect(asks - asksBefore).toBeLessThanOrEqual(4 + 3 * minutes)
    },
  },
  'no session is renewed beyond 12 hours after its sign-in (SES-9)': {
    always: ({ tab, last, couldBeRenewed }) => {
      const { grant } = tab.actor.snapshot().context
      if (last.does !== 'renew' || !couldBeRenewed || grant === null) return
      expect(grant.session.expiresAt - grant.session.signedInAt).toBeLessThanOrEqual(12 * hour)
    },
  },
})

test('a server that answers immediately, with any lifetimes, is asked at most five times a minute', () => {
  const lifetimes = listOf(constantFrom(-hour, 0, minute, 6 * minute, 20 * minute, 29 * minute, 40 * minute, hour), {
    minLength: 1,
    maxLength: 5,
  })
  return assert(
    asyncProperty(lifetimes, async (answers) => {
      const browser = new Browser()
      let asked = 0
      browser.renewAtOnce = () => ({ kind: 'renewed', lifetimeMs: answers[asked++ % answers.length] ?? hour })
      const tab = browser.open()
      await browser.advance(0)
      await tab.signIn({ lifetimeMs: 20 * minute, remember: true })
      await browser.advance(3 * hour)
      expect(asked).toBeLessThanOrEqual(5 * 180)
      expect(tab.actor.crashes).toEqual([])
      tab.actor.stop()
    }),
    { seed, numRuns: 100 },
  )
})
