import { assign, not, or, sendParent, setup, stateIn } from 'xstate'
import type { NotificationPermissionState } from '../../services/push/notification-permission.ts'
import type { OpenRequest, PushMessage } from '../../services/push/push-message.ts'
import { failed } from '../parts/failed.ts'
import { callbackNotProvided, effectNotProvided, promiseNotProvided } from '../parts/not-provided.ts'

/** In milliseconds. */
const pushTimes = {
  /** PUSH-3: around the worker and the token, which the SDK lets hang. */
  stepTimeoutMs: 10_000,
  testTimeoutMs: 5_000,
} as const

/** Message ids that are remembered: the same message can come twice. */
const remembered = 50

interface PushContext {
  /** Whether `/config.json` names a Firebase project (CFG-1). */
  isConfigured: boolean
  /** What a message to this browser is addressed to. */
  token: string | null
  /** Ids of the messages that came last, newest first. */
  recentIds: readonly string[]
}

export type PushEvent =
  | { type: `permission.${NotificationPermissionState}` }
  /** 'Ativar notificações' */
  | { type: 'push.enable' }
  /** 'Tentar novamente' */
  | { type: 'push.retry' }
  /** 'Testar notificação' */
  | { type: 'push.test' }
  /** While somebody sees the page. */
  | { type: 'push.message'; message: PushMessage }
  | OpenRequest
  | { type: 'connectivity.online' }

/** What push tells the root. */
export type PushReport = { type: 'push.received'; message: PushMessage }

/** From the permission to the subscription, with a state for every way that it can end (PUSH). */
export const pushMachine = setup({
  types: {} as {
    context: PushContext
    events: PushEvent
    input: { isConfigured: boolean }
    tags: 'preparing' | 'failed'
  },
  actors: {
    watchPermission: callbackNotProvided<PushEvent>('push.watchPermission'),
    /** Asks the person; resolves with the answer, undecided for none. */
    askPermission: promiseNotProvided<NotificationPermissionState>('push.askPermission'),
    /** Loads the messaging SDK, and asks it whether this browser will do. */
    checkSupport: promiseNotProvided<boolean>('push.checkSupport'),
    registerWorker: promiseNotProvided<void>('push.registerWorker'),
    /** Resolves with '' where Firebase answers without a token. */
    requestToken: promiseNotProvided<string>('push.requestToken'),
    foregroundMessages: callbackNotProvided<PushEvent>('push.foregroundMessages'),
    /** Clicks on system notifications, as the worker tells them. */
    notificationClicks: callbackNotProvided<PushEvent>('push.notificationClicks'),
    /** Resolves when the browser has shown a notification. */
    showTest: promiseNotProvided<void>('push.showTest'),
  },
  actions: {
    logFailure: effectNotProvided<{ message: string; error: unknown }>('push.logFailure'),
    logWarning: effectNotProvided<{ message: string }>('push.logWarning'),
    /** Masked (PUSH-1). */
    logToken: effectNotProvided<{ token: string }>('push.logToken'),
    openPage: effectNotProvided<{ path: string }>('push.openPage'),
    takeToken: assign((_, { token }: { token: string }) => ({ token })),
    forgetToken: assign({ token: null }),
    remember: assign(({ context }, { message }: { message: PushMessage }) => ({
      recentIds: [message.id, ...context.recentIds].slice(0, remembered),
    })),
    report: sendParent((_, { message }: { message: PushMessage }): PushReport => ({ type: 'push.received', message })),
  },
  guards: {
    isConfigured: ({ context }) => context.isConfigured,
    isUnsupported: stateIn({ permission: 'unsupported' }),
    isAllowed: stateIn({ permission: 'allowed' }),
    isRefused: or([stateIn({ permission: 'undecided' }), stateIn({ permission: 'blocked' })]),
    isAnswer: (_, { answer, is }: { answer: NotificationPermissionState; is: NotificationPermissionState }) =>
      answer === is,
    isYes: (_, { answer }: { answer: boolean }) => answer,
    isToken: (_, { token }: { token: string }) => token !== '',
    isNew: ({ context }, { message }: { message: PushMessage }) => !context.recentIds.includes(message.id),
  },
  delays: { stepTimeout: pushTimes.stepTimeoutMs, testTimeout: pushTimes.testTimeoutMs },
}).createMachine({
  id: 'push',
  meta: { requirements: ['CFG-1', 'CFG-2', 'PUSH-1', 'PUSH-2', 'PUSH-3', 'PUSH-4'] },
  context: ({ input }) => ({ ...input, token: null, recentIds: [] }),
  type: 'parallel',
  states: {
    permission: {
      description: 'What the person lets this browser show, and whether it can show anything.',
      invoke: { src: 'watchPermission', onError: { actions: failed('Permissão de notificações não observada.') } },
      initial: 'unknown',
      on: {
        'permission.unsupported': '.unsupported',
        'permission.undecided': '.undecided',
        'permission.allowed': '.allowed',
        'permission.blocked': '.blocked',
      },
      states: {
        unknown: { on: { 'permission.undecided': { guard: 'isConfigured', target: 'asking' } } },
        unsupported: {},
        undecided: { on: { 'push.enable': { guard: 'isConfigured', target: 'asking' } } },
        asking: {
          description: 'The browser asks, on load and on a click; many ask only after a click (PUSH-4).',
          invoke: {
            src: 'askPermission',
            onDone: [
              { guard: { type: 'isAnswer', params: answered('allowed') }, target: 'allowed' },
              { guard: { type: 'isAnswer', params: answered('blocked') }, target: 'blocked' },
              { target: 'undecided' },
            ],
            onError: { target: 'undecided', actions: failed('Permissão de notificações não pedida.') },
          },
        },
        allowed: {},
        blocked: {},
      },
    },
    registration: {
      description: 'This browser, from nothing to a subscription.',
      initial: 'deciding',
      states: {
        deciding: { always: [{ guard: 'isConfigured', target: 'waiting' }, { target: 'notConfigured' }] },
        notConfigured: { description: 'No Firebase project: nothing is asked and nothing loaded (CFG-1).' },
        waiting: {
          description: 'Until the person has answered.',
          always: [
            { guard: 'isUnsupported', target: 'unsupported' },
            { guard: 'isRefused', target: 'notAuthorised' },
            { guard: 'isAllowed', target: 'allowed' },
          ],
        },
        unsupported: { entry: warning('Este navegador não oferece notificações.') },
        notAuthorised: {
          entry: warning('Notificações não autorizadas.'),
          always: { guard: 'isAllowed', target: 'allowed' },
        },
        allowed: {
          description: 'Step by step to the subscription; a permission that is taken back ends it wherever it is.',
          initial: 'checkingSupport',
          invoke: {
            src: 'notificationClicks',
            onError: { actions: failed('Cliques em notificações não observados.') },
          },
          always: { guard: not('isAllowed'), target: 'notAuthorised' },
          on: { 'push.open': { actions: { type: 'openPage', params: ({ event }) => event } } },
          exit: 'forgetToken',
          states: {
            checkingSupport: {
              tags: 'preparing',
              invoke: {
                src: 'checkSupport',
                onDone: [
                  {
                    guard: { type: 'isYes', params: ({ event }) => ({ answer: event.output }) },
                    target: 'registeringWorker',
                  },
                  { target: 'messagingUnsupported' },
                ],
                onError: { target: 'stopped.sdkFailed', actions: failed('Código das mensagens push não carregado.') },
              },
              after: { stepTimeout: 'stopped.sdkTimedOut' },
            },
            registeringWorker: {
              tags: 'preparing',
              invoke: {
                src: 'registerWorker',
                onDone: 'requestingToken',
                onError: {
                  target: 'stopped.workerFailed',
                  actions: failed('Service worker das mensagens push não registrado.'),
                },
              },
              after: { stepTimeout: 'stopped.workerTimedOut' },
            },
            requestingToken: {
              tags: 'preparing',
              invoke: {
                src: 'requestToken',
                onDone: [
                  {
                    guard: { type: 'isToken', params: ({ event }) => ({ token: event.output }) },
                    target: 'subscribed',
                    actions: [
                      { type: 'takeToken', params: ({ event }) => ({ token: event.output }) },
                      { type: 'logToken', params: ({ event }) => ({ token: event.output }) },
                    ],
                  },
                  { target: 'stopped.noToken' },
                ],
                onError: { target: 'stopped.tokenRefused', actions: failed('Token push recusado.') },
              },
              after: { stepTimeout: 'stopped.tokenTimedOut' },
            },
            subscribed: {
              description: 'Messages come: to the page while somebody sees it, else to the worker.',
              invoke: {
                src: 'foregroundMessages',
                onError: { target: 'stopped.listeningFailed', actions: failed('Mensagens push não recebidas.') },
              },
              on: {
                'push.message': {
                  guard: { type: 'isNew', params: ({ event }) => event },
                  actions: [
                    { type: 'remember', params: ({ event }) => event },
                    { type: 'report', params: ({ event }) => event },
                  ],
                },
              },
            },
            messagingUnsupported: {
              description: 'Notifications would do here, messages would not.',
              entry: warning('Este navegador não oferece mensagens push.'),
            },
            stopped: {
              description: 'Tried again when the network is back, or when somebody asks.',
              tags: 'failed',
              on: { 'push.retry': 'checkingSupport', 'connectivity.online': 'checkingSupport' },
              initial: 'sdkFailed',
              states: {
                sdkFailed: {},
                sdkTimedOut: { entry: warning('O código das mensagens push não respondeu em 10 s.') },
                workerFailed: {},
                workerTimedOut: { entry: warning('O service worker das mensagens push não respondeu em 10 s.') },
                noToken: { entry: warning('Nenhum token push recebido.') },
                tokenRefused: {},
                tokenTimedOut: { entry: warning('Nenhuma resposta ao pedido de token push em 10 s.') },
                listeningFailed: {},
              },
            },
          },
        },
      },
    },
    test: {
      description: "'Testar notificação': whether a notification of this browser gets through.",
      initial: 'untried',
      on: { 'push.test': { guard: 'isAllowed', target: '.showing' } },
      states: {
        untried: {},
        showing: {
          invoke: {
            src: 'showTest',
            onDone: 'shown',
            onError: { target: 'notShown', actions: failed('Notificação de teste não mostrada.') },
          },
          after: { testTimeout: 'notShown' },
        },
        shown: {},
        notShown: { description: 'The browser or the system has kept it back.' },
      },
    },
  },
})

function warning(message: string) {
  return { type: 'logWarning', params: { message } } as const
}

function answered(is: NotificationPermissionState) {
  return ({ event }: { event: { output: NotificationPermissionState } }) => ({ answer: event.output, is })
}
