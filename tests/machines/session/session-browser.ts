import { type EventObject, fromCallback, fromPromise } from 'xstate'
import type { UserRecord } from '../../../contract/wire/answers/session.ts'
import type { SessionContext } from '../../../src/machines/session/session-protocol.ts'
import type { RenewalAnswer } from '../../../src/services/session/auth-api.ts'
import type { RestoredSession, Session } from '../../../src/services/session/session-store.ts'
import type { SessionChange } from '../../../src/services/session/session-tabs.ts'
import { epoch, runUnderRecorder, settle } from '../../models/parts/production-actor.ts'
import { StandIns } from '../../models/parts/stand-ins.ts'
import { StepClock } from '../../models/parts/step-clock.ts'
import { sessionWithStandIns } from '../../models/session/session-actor.ts'
import { ana } from '../../models/session/session-fixtures.ts'

/**
 * A browser with one store, one clock and several tabs, each with its own session; tabs receive each other's messages.
 */
export class Browser {
  readonly clock = new StepClock(epoch)
  stored: { session: Session; user: UserRecord } | null = null
  /** Answers every renewal immediately; if null, the test answers. */
  renewAtOnce: (() => RenewalAnswer) | null = null
  readonly tabs: Tab[] = []
  /** Messages between tabs that are not delivered yet. */
  readonly #messages: { from: Tab | null; change: SessionChange }[] = []

  open(): Tab {
    const tab = new Tab(this)
    this.tabs.push(tab)
    return tab
  }

  post(from: Tab | null, change: SessionChange): void {
    this.#messages.push({ from, change })
  }

  /** Delivers all pending messages; returns their number. */
  async settle(): Promise<number> {
    let delivered = 0
    await settle()
    for (let message = this.#messages.shift(); message !== undefined; message = this.#messages.shift()) {
      for (const tab of this.tabs) if (tab !== message.from) tab.receive(message.change)
      delivered += 1
      if (delivered > 100) throw new Error('more than 100 messages between the tabs')
      await settle()
    }
    return delivered
  }

  async advance(ms: number): Promise<void> {
    await this.settle()
    await this.clock.advance(ms, async () => {
      await this.settle()
    })
    await this.settle()
  }

  restore(): RestoredSession {
    if (this.stored === null) return { kind: 'absent' }
    if (this.stored.session.expiresAt <= this.clock.now()) return { kind: 'expired' }
    return { kind: 'stored', ...this.stored, endsWithBrowser: false }
  }
}

/** One tab: the production session, its store shared with the other tabs. */
export class Tab {
  readonly standIns = new StandIns()
  /** The token on every request of this tab (SES-3). */
  authorization: string | null = null
  readonly #browser: Browser
  readonly #actor: ReturnType<typeof runSession>
  #receive: (event: EventObject) => void = () => {}

  constructor(browser: Browser) {
    this.#browser = browser
    this.#actor = runSession(browser, this, (sendBack) => {
      this.#receive = sendBack
    })
  }

  get actor(): ReturnType<typeof runSession> {
    return this.#actor
  }

  get isSignedIn(): boolean {
    return this.#actor.snapshot().matches('stored')
  }

  get token(): string | null {
    return this.#actor.snapshot().context.grant?.session.token ?? null
  }

  get endsAt(): number {
    return this.#actor.snapshot().context.grant?.session.expiresAt ?? 0
  }

  receive(change: SessionChange): void {
    this.#receive({ type: 'session.changedElsewhere', ...{ change } })
  }

  /** Signs in with the answer of the server; does nothing if the session cannot sign in now. */
  async signIn({ lifetimeMs, remember = false }: { lifetimeMs: number; remember?: boolean }): Promise<void> {
    this.#actor.send({ type: 'session.signIn', credentials: { email: 'e', password: 'p', remember } })
    await this.#browser.settle()
    if (!this.standIns.open.includes('signIn')) return
    this.standIns.resolve('signIn', { token: `token of ${this.#browser.clock.now()}`, lifetimeMs, remember, user: ana })
    await this.#browser.settle()
  }

  count(line: string): number {
    return this.standIns.journal.filter((each) => each === line).length
  }
}

function runSession(browser: Browser, tab: Tab, onOpen: (sendBack: (event: EventObject) => void) => void) {
  const { standIns } = tab
  const stored = ({ grant }: SessionContext) => {
    browser.stored = grant
  }
  const machine = sessionWithStandIns(standIns).provide({
    actors: {
      restoreSession: fromPromise(async () => browser.restore()),
      renew:
        browser.renewAtOnce === null
          ? standIns.promise<RenewalAnswer, undefined>('renew')
          : countedRenewal(browser, standIns),
      sessionTabs: fromCallback<{ type: 'tabs.announce'; change: SessionChange }, undefined>(
        ({ sendBack, receive }) => {
          onOpen(sendBack)
          receive(({ change }) => browser.post(tab, change))
          return () => onOpen(() => {})
        },
      ),
    },
    actions: {
      writeSession: ({ context }) => stored(context),
      grantAuthorization: ({ context: { grant } }) => {
        tab.authorization = grant?.session.token ?? null
      },
      removeAuthorization: () => {
        tab.authorization = null
      },
      forgetSession: () => {
        standIns.journal.push('does forgetSession')
        browser.stored = null
      },
      expireSession: () => {
        standIns.journal.push('does expireSession')
        browser.stored = null
      },
    },
  })
  return runUnderRecorder(machine, { standIns, clock: browser.clock })
}

function countedRenewal(browser: Browser, standIns: StandIns) {
  return fromPromise<RenewalAnswer, undefined>(async () => {
    standIns.journal.push('asks renew')
    return browser.renewAtOnce?.() ?? { kind: 'unanswered' }
  })
}
