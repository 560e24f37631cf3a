import type { BrowserContext, CDPSession, Page, Route } from '@playwright/test'
import { expect, firebase, test as panelTest, signIn } from '../parts/panel-test.ts'

/** Push token that Firebase gives to this browser. */
export const pushToken = 'fGtest-token:APA91b_0123456789'

const installations = 'https://firebaseinstallations.googleapis.com/**'
const registrations = 'https://fcmregistrations.googleapis.com/**'

/** Browser with a fake push service and fake Google hosts; SDK, worker and panel are real. */
class PushBrowser {
  readonly #page: Page
  readonly #context: BrowserContext
  readonly #origin: string
  #cdp: CDPSession | undefined
  /** Requests to other hosts than the fake ones. */
  readonly strayCalls: string[] = []
  /** Texts on the console of the page. */
  readonly log: string[] = []

  constructor(page: Page, context: BrowserContext, origin: string) {
    this.#page = page
    this.#context = context
    this.#origin = origin
  }

  async prepare(): Promise<void> {
    const stray = (route: Route) => {
      this.strayCalls.push(route.request().url())
      return route.abort()
    }
    this.#page.on('console', (message) => this.log.push(message.text()))
    await this.#context.route((url) => url.origin !== this.#origin, stray)
    await this.#context.route(installations, (route) => {
      const { fid } = route.request().postDataJSON()
      const authToken = { token: 'an-auth-token', expiresIn: '604800s' }
      return route.fulfill({ json: { name: 'installation', fid, refreshToken: 'a-refresh-token', authToken } })
    })
    await this.answerRegistrations((route) => route.fulfill({ json: { token: pushToken } }))
    await this.#context.addInitScript(standForPushService)
    this.#cdp = await this.#context.newCDPSession(this.#page)
    await this.#cdp.send('ServiceWorker.enable')
  }

  async answerRegistrations(answer: (route: Route) => unknown): Promise<void> {
    await this.#context.unroute(registrations)
    await this.#context.route(registrations, answer)
  }

  async grant(): Promise<void> {
    await this.#context.grantPermissions(['notifications'], { origin: this.#origin })
  }

  async deny(): Promise<void> {
    await this.#context.clearPermissions()
    await this.#context.grantPermissions([], { origin: this.#origin })
  }

  /** Waits until the page has logged the text. */
  async logged(text: string): Promise<void> {
    await expect.poll(() => this.log.join('\n')).toContain(text)
  }

  /** Waits until the page has its token and receives messages; `loads`: number of page loads so far. */
  async subscribed(loads = 1): Promise<void> {
    const tokens = () => this.log.filter((text) => text.includes('Token push obtido')).length
    await expect.poll(tokens).toBeGreaterThanOrEqual(loads)
  }

  /** Delivers a push message from Firebase, or any text from an unknown sender. */
  async deliver(message: object | string): Promise<void> {
    const cdp = this.#cdp
    if (cdp === undefined) throw new Error('not prepared')
    const registrationId = await this.#registrationId(cdp)
    const data =
      typeof message === 'string' ? message : JSON.stringify({ from: firebase.messagingSenderId, ...message })
    await cdp.send('ServiceWorker.deliverPushMessage', { origin: this.#origin, registrationId, data })
  }

  async #registrationId(cdp: CDPSession): Promise<string> {
    const known = new Promise<string>((resolve) => {
      cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
        if (first !== undefined) resolve(first.registrationId)
      })
    })
    await cdp.send('ServiceWorker.disable')
    await cdp.send('ServiceWorker.enable')
    return known
  }

  /** Signs in, subscribes to push messages and leaves the panel; then watches the worker. */
  async workerWithoutPage() {
    await this.grant()
    await signIn(this.#page, this.#origin)
    await this.subscribed()
    const worker = await this.watchWorker()
    await this.#page.goto('about:blank')
    return worker
  }

  /** Records the notifications of the worker and the addresses that a click opens. */
  async watchWorker() {
    const [worker] = this.#context.serviceWorkers()
    if (worker === undefined) throw new Error('no worker')
    await worker.evaluate(() => {
      const { registration, clients } = self as unknown as {
        registration: ServiceWorkerRegistration
        clients: { openWindow: (url: string) => Promise<null> }
      }
      const shown: { title: string; body: string }[] = []
      const opened: string[] = []
      const show = registration.showNotification.bind(registration)
      registration.showNotification = async (title, options) => {
        await show(title, options)
        shown.push({ title, body: options?.body ?? '' })
      }
      clients.openWindow = async (url) => {
        opened.push(url)
        return null
      }
      Object.assign(self, { shown, opened })
    })
    return {
      shown: () => worker.evaluate(() => (self as unknown as { shown: { title: string; body: string }[] }).shown),
      opened: () => worker.evaluate(() => (self as unknown as { opened: string[] }).opened),
      /** Simulates a click: only a real click of a person could bring a page to the front. */
      click: () =>
        worker.evaluate(async () => {
          const { registration } = self as unknown as { registration: ServiceWorkerRegistration }
          const [notification] = await registration.getNotifications()
          const Click = (self as unknown as { NotificationEvent: new (type: string, init: object) => Event })
            .NotificationEvent
          const click = new Click('notificationclick', { notification })
          let done: Promise<unknown> = Promise.resolve()
          Object.assign(click, {
            waitUntil: (work: Promise<unknown>) => {
              done = work.catch(() => {})
            },
          })
          self.dispatchEvent(click)
          await done
        }),
    }
  }
}

function standForPushService(): void {
  if (!('PushManager' in window)) return
  const bytes = (length: number) => new Uint8Array(length).fill(4).buffer
  const isSubscribed = () => localStorage.getItem('test push subscription') !== null
  const subscription = () =>
    Object.create(PushSubscription.prototype, {
      endpoint: { value: 'https://push.test/endpoint' },
      getKey: { value: (name: string) => bytes(name === 'auth' ? 16 : 65) },
      unsubscribe: {
        value: async () => {
          localStorage.removeItem('test push subscription')
          return true
        },
      },
    })
  PushManager.prototype.subscribe = async () => {
    localStorage.setItem('test push subscription', 'yes')
    return subscription()
  }
  PushManager.prototype.getSubscription = async () => (isSubscribed() ? subscription() : null)
}

interface PushFixtures {
  push: PushBrowser
}

/** Test with a Firebase project in the configuration of the panel. */
export const test = panelTest.extend<PushFixtures>({
  push: async ({ page, context, pushBackend }, use) => {
    const push = new PushBrowser(page, context, pushBackend.url)
    await push.prepare()
    await use(push)
    expect(push.strayCalls, 'requests to hosts without a fake').toEqual([])
  },
})

export { expect }
