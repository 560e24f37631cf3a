import { assign, sendParent, setup } from 'xstate'
import type { UnreadList } from '../../services/http/unread-lists.ts'
import { failed } from '../parts/failed.ts'
import { callbackNotProvided, effectNotProvided, promiseNotProvided } from '../parts/not-provided.ts'

/** In milliseconds. */
export const shellTimes = {
  /** How long requests run before the loader shows: short requests must not make it flicker. */
  loaderDelayMs: 250,
  /** How long a submenu stays open after the pointer left it. */
  submenuGraceMs: 250,
  /** Delay before the code of a page is fetched again after a failure (LIVE-8). */
  codeRestMs: 5_000,
} as const

interface ShellContext {
  /** The open submenu, or the last one that was open. */
  submenu: string
  /** How often missing code has arrived after all: the views that lacked it are rendered again. */
  codeReturns: number
  /** The lists of which the panel could not read items (HTTP-7). */
  unread: readonly UnreadList[]
}

export type ShellEvent =
  | { type: 'drawer.open' | 'drawer.close' }
  /** The window became wide enough for a menu beside or above the page. */
  | { type: 'window.widened' }
  | { type: 'submenu.open'; submenu: string }
  /** The pointer left the submenu and its opener, or returned. */
  | { type: 'submenu.leave' | 'submenu.stay' }
  | { type: 'submenu.close' }
  | { type: 'bell.open' | 'bell.close' | 'help.show' | 'help.hide' }
  | { type: 'switcher.toggle' | 'switcher.close' | 'reset.ask' | 'reset.cancel' | 'reset.confirm' }
  | { type: 'fullscreen.toggle' | 'fullscreen.on' | 'fullscreen.off' }
  | { type: 'requests.running' | 'requests.over' }
  | { type: 'unread.changed'; lists: readonly UnreadList[] }
  | { type: 'page.far' | 'page.near' | 'page.goTop' }
  /** The code of the page on screen is missing, or that page was left. */
  | { type: 'code.missed' | 'code.forgone' }
  | { type: 'connectivity.online' | 'server.restored' }

/** Event that the shell sends to the root: a person confirmed the reset of all theme choices (THM-2). */
export type ShellReport = { type: 'ResetAll' }

/** The frame of a page: menu drawer, style switcher, fullscreen, loader and the button back to the top (SHELL-2). */
export const shellMachine = setup({
  types: {} as { context: ShellContext; events: ShellEvent },
  actors: {
    windowWidth: callbackNotProvided<ShellEvent>('shell.windowWidth'),
    fullscreen: callbackNotProvided<ShellEvent>('shell.fullscreen'),
    requests: callbackNotProvided<ShellEvent>('shell.requests'),
    pageScroll: callbackNotProvided<ShellEvent>('shell.pageScroll'),
    /** Reports the lists with unreadable items. */
    unread: callbackNotProvided<ShellEvent>('shell.unread'),
    /** Fetches all missing code again. */
    fetchMissingCode: promiseNotProvided<void>('shell.fetchMissingCode'),
  },
  actions: {
    /** Asks the browser, which may refuse; the change arrives as an event. */
    enterFullscreen: effectNotProvided('shell.enterFullscreen'),
    leaveFullscreen: effectNotProvided('shell.leaveFullscreen'),
    scrollToTop: effectNotProvided('shell.scrollToTop'),
    logFailure: effectNotProvided<{ message: string; error: unknown }>('shell.logFailure'),
    countCodeReturn: assign(({ context }) => ({ codeReturns: context.codeReturns + 1 })),
    takeSubmenu: assign((_, { submenu }: { submenu: string }) => ({ submenu })),
    takeUnread: assign((_, { lists }: { lists: readonly UnreadList[] }) => ({ unread: lists })),
    reportReset: sendParent({ type: 'ResetAll' } satisfies ShellReport),
  },
  delays: {
    loaderDelay: shellTimes.loaderDelayMs,
    submenuGrace: shellTimes.submenuGraceMs,
    codeRest: shellTimes.codeRestMs,
  },
}).createMachine({
  id: 'shell',
  meta: { requirements: ['SHELL-2', 'NOT-2', 'THM-2', 'THM-7', 'LIVE-8', 'HTTP-7'] },
  context: { submenu: '', codeReturns: 0, unread: [] },
  type: 'parallel',
  states: {
    drawer: {
      description: 'The menu over the page, in windows too narrow for a menu beside it.',
      invoke: { src: 'windowWidth', onError: { actions: failed('Largura da janela não observada.') } },
      initial: 'closed',
      states: {
        closed: { on: { 'drawer.open': 'open' } },
        open: { on: { 'drawer.close': 'closed', 'window.widened': 'closed' } },
      },
    },
    submenu: {
      description: 'The open submenu of the horizontal menu; one at a time.',
      initial: 'closed',
      on: {
        'submenu.open': { target: '.open', actions: { type: 'takeSubmenu', params: ({ event }) => event } },
        'submenu.close': '.closed',
      },
      states: {
        closed: {},
        open: { on: { 'submenu.leave': 'left' } },
        left: {
          description: 'The pointer may be crossing a gap: the submenu stays open for a moment.',
          on: { 'submenu.stay': 'open' },
          after: { submenuGrace: 'closed' },
        },
      },
    },
    bell: {
      description: 'The newest notifications (NOT-2).',
      initial: 'closed',
      states: { closed: { on: { 'bell.open': 'open' } }, open: { on: { 'bell.close': 'closed' } } },
    },
    help: {
      description: 'The help on keyboard shortcuts, opened with ? or from the menu.',
      initial: 'closed',
      states: { closed: { on: { 'help.show': 'open' } }, open: { on: { 'help.hide': 'closed' } } },
    },
    switcher: {
      description: 'The style switcher (THM-7).',
      initial: 'closed',
      states: {
        closed: { on: { 'switcher.toggle': 'open' } },
        open: {
          on: { 'switcher.toggle': 'closed', 'switcher.close': 'closed' },
          initial: 'choosing',
          states: {
            choosing: { on: { 'reset.ask': 'confirming' } },
            confirming: {
              description: "Asks for confirmation: Reset All clears the panel's data in this browser.",
              on: {
                'reset.cancel': 'choosing',
                'reset.confirm': { target: 'choosing', actions: 'reportReset' },
              },
            },
          },
        },
      },
    },
    fullscreen: {
      description: 'Follows the browser: the page receives no key events for F11 and Esc.',
      invoke: { src: 'fullscreen', onError: { actions: failed('Tela cheia não observada.') } },
      initial: 'unsupported',
      states: {
        unsupported: {
          description: 'Until the browser reports that it supports fullscreen.',
          on: { 'fullscreen.on': 'on', 'fullscreen.off': 'off' },
        },
        off: { on: { 'fullscreen.on': 'on', 'fullscreen.toggle': { actions: 'enterFullscreen' } } },
        on: { on: { 'fullscreen.off': 'off', 'fullscreen.toggle': { actions: 'leaveFullscreen' } } },
      },
    },
    loader: {
      description: 'Whether requests have run long enough to show the loader.',
      invoke: { src: 'requests', onError: { actions: failed('Chamadas em andamento não observadas.') } },
      initial: 'idle',
      states: {
        idle: { on: { 'requests.running': 'waiting' } },
        waiting: {
          description: 'Most requests end before the loader would be visible.',
          on: { 'requests.over': 'idle' },
          after: { loaderDelay: 'shown' },
        },
        shown: { on: { 'requests.over': 'idle' } },
      },
    },
    scroll: {
      description: 'The button back to the top is offered far enough down the page.',
      invoke: { src: 'pageScroll', onError: { actions: failed('Rolagem da página não observada.') } },
      initial: 'near',
      states: {
        near: { on: { 'page.far': 'far' } },
        far: { on: { 'page.near': 'near', 'page.goTop': { actions: 'scrollToTop' } } },
      },
    },
    unread: {
      description: 'The lists with items that the panel cannot read.',
      invoke: { src: 'unread', onError: { actions: failed('Itens ilegíveis não observados.') } },
      on: { 'unread.changed': { actions: { type: 'takeUnread', params: ({ event }) => event } } },
    },
    code: {
      description: 'Whether the page on screen has its code; missing code is fetched again automatically (LIVE-8).',
      initial: 'there',
      states: {
        there: { on: { 'code.missed': 'missing' } },
        missing: {
          description: 'The page shows that its code is missing.',
          on: { 'code.forgone': 'there' },
          initial: 'resting',
          states: {
            resting: {
              on: { 'connectivity.online': 'asking', 'server.restored': 'asking' },
              after: { codeRest: 'asking' },
            },
            asking: {
              invoke: {
                src: 'fetchMissingCode',
                onDone: { target: '#shell.code.there', actions: 'countCodeReturn' },
                onError: 'resting',
              },
            },
          },
        },
      },
    },
  },
})
