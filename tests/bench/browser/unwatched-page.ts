import type { Browser, CDPSession } from '@playwright/test'

/** A signed-out page that Playwright does not control. */
export interface UnwatchedPage {
  /** Evaluates an expression or a promise in the page and resolves to its JSON value. */
  evaluate(expression: string): Promise<unknown>
  slowDown(rate: number): Promise<void>
  close(): Promise<void>
}

/**
 * Opens a page in a context that Playwright does not control. Playwright makes the browser keep and decode each answer:
 * for 12 MB that is a task of 200 ms on the page's thread, which users do not have.
 */
export async function openUnwatchedPage(browser: Browser, url: string): Promise<UnwatchedPage> {
  const session = await browser.newBrowserCDPSession()
  const { browserContextId } = await session.send('Target.createBrowserContext')
  const { targetId } = await session.send('Target.createTarget', { url, browserContextId, width: 1366, height: 768 })
  const { sessionId } = await session.send('Target.attachToTarget', { targetId, flatten: false })
  let lastId = 0
  const send = (method: string, params: object) => {
    lastId += 1
    const answered = answerTo(session, sessionId, lastId)
    const message = JSON.stringify({ id: lastId, method, params })
    return session.send('Target.sendMessageToTarget', { sessionId, message }).then(() => answered)
  }
  return {
    async evaluate(expression) {
      const answer = await send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true })
      if (answer.exceptionDetails !== undefined) throw new Error(JSON.stringify(answer.exceptionDetails))
      return answer.result?.value
    },
    async slowDown(rate) {
      await send('Emulation.setCPUThrottlingRate', { rate })
    },
    async close() {
      await session.send('Target.disposeBrowserContext', { browserContextId })
      await session.detach()
    },
  }
}

/** The used parts of the protocol's answers. */
interface Answer {
  result?: { value?: unknown }
  exceptionDetails?: unknown
}

function answerTo(session: CDPSession, sessionId: string, id: number): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const onMessage = (received: { sessionId: string; message: string }) => {
      const answer: { id: number; result?: Answer; error?: { message: string } } = JSON.parse(received.message)
      if (received.sessionId !== sessionId || answer.id !== id) return
      session.off('Target.receivedMessageFromTarget', onMessage)
      if (answer.error === undefined) resolve(answer.result ?? {})
      else reject(new Error(answer.error.message))
    }
    session.on('Target.receivedMessageFromTarget', onMessage)
  })
}
