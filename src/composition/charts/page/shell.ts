import { fromCallback, fromPromise } from 'xstate'
import { type ShellEvent, shellMachine } from '../../../machines/shell/shell.machine.ts'
import { watchRequests } from '../../../services/http/request-count.ts'
import { watchUnread } from '../../../services/http/unread-lists.ts'
import {
  enterFullscreen,
  leaveFullscreen,
  scrollToTop,
  watchFullscreen,
  watchScrolledBeyond,
  watchWideWindow,
} from '../../../services/page/page-frame.ts'
import { logTo, type Neighbours } from '../../neighbours.ts'
import { fetchMissingCode } from '../../open-pages/late-page.ts'

/** Spec §9: scroll distance from which the panel offers to scroll to the top. */
const farBeyondPx = 100

/** Provides the layout around a page with the browser's signals. */
export function shell({ log, calls }: Neighbours) {
  const attempt = (what: Promise<void>) => what.catch((error) => log.warn('Tela cheia recusada pelo navegador.', error))
  return shellMachine.provide({
    actors: {
      windowWidth: fromCallback(({ sendBack }) =>
        watchWideWindow(() => sendBack({ type: 'window.widened' } satisfies ShellEvent)),
      ),
      fullscreen: fromCallback(({ sendBack }) =>
        watchFullscreen((isFull) =>
          sendBack({ type: isFull ? 'fullscreen.on' : 'fullscreen.off' } satisfies ShellEvent),
        ),
      ),
      requests: fromCallback(({ sendBack }) =>
        watchRequests(calls, (isRunning) =>
          sendBack({ type: isRunning ? 'requests.running' : 'requests.over' } satisfies ShellEvent),
        ),
      ),
      unread: fromCallback(({ sendBack }) =>
        watchUnread(calls, (lists) => sendBack({ type: 'unread.changed', lists } satisfies ShellEvent)),
      ),
      fetchMissingCode: fromPromise(fetchMissingCode),
      pageScroll: fromCallback(({ sendBack }) =>
        watchScrolledBeyond(farBeyondPx, (isFar) =>
          sendBack({ type: isFar ? 'page.far' : 'page.near' } satisfies ShellEvent),
        ),
      ),
    },
    actions: {
      enterFullscreen: () => attempt(enterFullscreen()),
      leaveFullscreen: () => attempt(leaveFullscreen()),
      scrollToTop,
      logFailure: logTo(log),
    },
  })
}
