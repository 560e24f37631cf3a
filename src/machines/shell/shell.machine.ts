import { assign, sendParent, setup } from 'xstate'
import { failed } from '../parts/failed.ts'
import { callbackNotProvided, effectNotProvided, promiseNotProvided } from '../parts/not-provided.ts'

/** In milliseconds. */
export const shellTimes = {
  /** How long requests may run before the loader shows: what is quick must not flicker. */
  loaderDelayMs: 250,
  /** How long a submenu waits for a pointer that has left it. */
  submenuGraceMs: 250,
  /** How long a page whose code did not come waits before it is asked for again (LIVE-8). */
  codeRestMs: 5_000,
} as const

interface ShellContext {
  /** The submenu that is or was open last. */
  submenu: string
  /** How often code that had not come has come after all: views that went without it are made anew. */
  codeReturns: number
}

export type ShellEvent =
  | { type: 'drawer.open' }
  | { type: 'drawer.close' }
  /** The window is wide enough for a menu beside the page, or on top of it. */
  | { type: 'window.widened' }
  | { type: 'submenu.open'; submenu: string }
  /** The pointer has left the submenu and what opens it, or is back. */
  | { type: 'submenu.leave' }
  | { type: 'submenu.stay' }
  | { type: 'submenu.close' }
  | { type: 'bell.open' }
  | { type: 'bell.close' }
  | { type: 'help.show' }
  | { type: 'help.hide' }
  | { type: 'switcher.toggle' }
  | { type: 'switcher.close' }
  | { type: 'reset.ask' }
  | { type: 'reset.cancel' }
  | { type: 'reset.confirm' }
  | { type: 'fullscreen.toggle' }
  | { type: 'fullscreen.on' }
  | { type: 'fullscreen.off' }
  | { type: 'requests.running' }
  | { type: 'requests.over' }
  | { type: 'page.far' }
  | { type: 'page.near' }
  | { type: 'page.goTop' }
  /** The page on screen lacks its code, or was left. */
  | { type: 'code.missed' }
  | { type: 'code.forgone' }
  | { type: 'connectivity.online' }
  | { type: 'server.restored' }

/** What the shell tells the root: somebody has confirmed that every choice of look goes (THM-2). */
export type ShellReport = { type: 'ResetAll' }

/** What stands around a page: menu drawer, style switcher, fullscreen, loader, the way back to the top (SHELL-2). */
export const shellMachine = setup({
  types: {} as { context: ShellContext; events: ShellEvent },
  actors: {
    windowWidth: callbackNotProvided<ShellEvent>('shell.windowWidth'),
    fullscreen: callbackNotProvided<ShellEvent>('shell.fullscreen'),
    requests: callbackNotProvided<ShellEvent>('shell.requests'),
    pageScroll: callbackNotProvided<ShellEvent>('shell.pageScroll'),
    /** Asks for all code again that did not come. */
    fetchMissingCode: promiseNotProvided<void>('shell.fetchMissingCode'),
  },
  actions: {
    /** Asks the browser, which answers with the change or not at all. */
    enterFullscreen: effectNotProvided('shell.enterFullscreen'),
    leaveFullscreen: effectNotProvided('shell.leaveFullscreen'),
    scrollToTop: effectNotProvided('shell.scrollToTop'),
    logFailure: effectNotProvided<{ message: string; error: unknown }>('shell.logFailure'),
    countCodeReturn: assign(({ context }) => ({ codeReturns: context.codeReturns + 1 })),
    takeSubmenu: assign((_, { submenu }: { submenu: string }) => ({ submenu })),
    reportReset: sendParent({ type: 'ResetAll' } satisfies ShellReport),
  },
  delays: {
    loaderDelay: shellTimes.loaderDelayMs,
    submenuGrace: shellTimes.submenuGraceMs,
    codeRest: shellTimes.codeRestMs,
  },
}).createMachine({
  id: 'shell',
  meta: { requirements: ['SHELL-2', 'NOT-2', 'THM-2', 'THM-7', 'LIVE-8'] },
  context: { submenu: '', codeReturns: 0 },
  type: 'parallel',
  states: {
    drawer: {
      description: 'The menu over the page, on windows too narrow for one beside it.',
      invoke: { src: 'windowWidth', onError: { actions: failed('Largura da janela não observada.') } },
      initial: 'closed',
      states: {
        closed: { on: { 'drawer.open': 'open' } },
        open: { on: { 'drawer.close': 'closed', 'window.widened': 'closed' } },
      },
    },
    submenu: {
      description: 'A submenu of the horizontal menu; one at a time.',
      initial: 'closed',
      on: {
        'submenu.open': { target: '.open', actions: { type: 'takeSubmenu', params: ({ event }) => event } },
        'submenu.close': '.closed',
      },
      states: {
        closed: {},
        open: { on: { 'submenu.leave': 'left' } },
        left: {
          description: 'The pointer may only cross a gap: it has a moment to come back.',
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
      description: 'The keys of the panel, for whoever presses ? or asks in the menu.',
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
              description: 'Reset All clears what this browser keeps of the panel: is that meant?',
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
      description: 'As the browser says it is: the key F11 and Esc are not heard by the page.',
      invoke: { src: 'fullscreen', onError: { actions: failed('Tela cheia não observada.') } },
      initial: 'unsupported',
      states: {
        unsupported: {
          description: 'Until the browser says that it can.',
          on: { 'fullscreen.on': 'on', 'fullscreen.off': 'off' },
        },
        off: { on: { 'fullscreen.on': 'on', 'fullscreen.toggle': { actions: 'enterFullscreen' } } },
        on: { on: { 'fullscreen.off': 'off', 'fullscreen.toggle': { actions: 'leaveFullscreen' } } },
      },
    },
    loader: {
      description: 'Whether requests run, for long enough to be shown.',
      invoke: { src: 'requests', onError: { actions: failed('Chamadas em andamento não observadas.') } },
      initial: 'idle',
      states: {
        idle: { on: { 'requests.running': 'waiting' } },
        waiting: {
          description: 'Most requests are over before anybody would have seen it.',
          on: { 'requests.over': 'idle' },
          after: { loaderDelay: 'shown' },
        },
        shown: { on: { 'requests.over': 'idle' } },
      },
    },
    scroll: {
      description: 'Far enough down the page, the way back to its top is offered.',
      invoke: { src: 'pageScroll', onError: { actions: failed('Rolagem da página não observada.') } },
      initial: 'near',
      states: {
        near: { on: { 'page.far': 'far' } },
        far: { on: { 'page.near': 'near', 'page.goTop': { actions: 'scrollToTop' } } },
      },
    },
    code: {
      description: 'Whether the page on screen has its code; one that has not is tried again by itself (LIVE-8).',
      initial: 'there',
      states: {
        there: { on: { 'code.missed': 'missing' } },
        missing: {
          description: 'The page says so.',
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
