import { assign, not, or, sendParent, setup, stateIn } from 'xstate'
import type { NotificationPermissionState } from '../../services/push/notification-permission.ts'
import type { OpenRequest, PushMessage } from '../../services/push/push-message.ts'
import { failed } from '../parts/failed.ts'
import { callbackNotProvided, effectNotProvided, promiseNotProvided } from '../parts/not-provided.ts'

/** In milliseconds. */
const pushTimes = {
  /** PUSH-3: timeout for the worker and for the token, because the SDK may never settle. */
  stepTimeoutMs: 10_000,
  testTimeoutMs: 5_000,
} as const

/** How many message ids are kept: the same message can arrive twice. */
const remembered = 50

interface PushContext {
  /** Whether `/config.json` names a Firebase project (CFG-1). */
  isConfigured: boolean
  /** The Firebase token of this browser; null before it is known. */
  token: string | null
  /** Ids of the latest messages, newest first. */
  recentIds: readonly string[]
}

export type PushEvent =
  | { type: `permission.${NotificationPermissionState}` }
  /** A person pressed 'Ativar notificações'. */
  | { type: 'push.enable' }
  /** A person pressed 'Tentar novamente'. */
  | { type: 'push.retry' }
  /** A person pressed 'Testar notificação'. */
  | { type: 'push.test' }
  /** A message arrived while the page is visible. */
  | { type: 'push.message'; message: PushMessage }
  | OpenRequest
  | { type: 'connectivity.online' }

/** Event that push sends to the root. */
export type PushReport = { type: 'push.received'; message: PushMessage }

/** Push notifications from the permission to the subscription, with a state for each possible failure (PUSH). */
export const pushMachine = setup({
  types: {} as {
    context: PushContext
    events: PushEvent
    input: { isConfigured: boolean }
    tags: 'preparing' | 'failed'
  },
  actors: {
    watchPermission: callbackNotProvided<PushEvent>('push.watchPermission'),
    /** Asks the person; resolves with 'undecided' if the person does not answer. */
    askPermission: promiseNotProvided<NotificationPermissionState>('push.askPermission'),
    /** Loads the messaging SDK; resolves with whether it supports this browser. */
    checkSupport: promiseNotProvided<boolean>('push.checkSupport'),
    registerWorker: promiseNotProvided<void>('push.registerWorker'),
    /** Resolves with '' if Firebase answers without a token. */
    requestToken: promiseNotProvided<string>('push.requestToken'),
    foregroundMessages: callbackNotProvided<PushEvent>('push.foregroundMessages'),
    /** Receives clicks on system notifications from the worker. */
    notificationClicks: callbackNotProvided<PushEvent>('push.notificationClicks'),
    /** Resolves when the browser has shown a notification. */
    showTest: promiseNotProvided<void>('push.showTest'),
  },
  actions: {
    logFailure: effectNotProvided<{ message: string; error: unknown }>('push.logFailure'),
    logWarning: effectNotProvided<{ message: string }>('push.logWarning'),
    /** Logs the masked token (PUSH-1). */
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
      description: 'The notification permission of this browser, and whether it supports notifications.',
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
          description: 'The browser asks, on load and on a click; many browsers ask only after a click (PUSH-4).',
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
      description: 'The registration of this browser, up to a subscription.',
      initial: 'deciding',
      states: {
        deciding: { always: [{ guard: 'isConfigured', target: 'waiting' }, { target: 'notConfigured' }] },
        notConfigured: {
          description: 'No Firebase project: no permission is asked for and no code is loaded (CFG-1).',
        },
        waiting: {
          description: 'Waits until the person has answered.',
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
          description: 'The steps to the subscription; a revoked permission ends each of them.',
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
              description: 'Messages arrive: at the page while it is visible, else at the worker.',
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
              description: 'This browser supports notifications, but not messages.',
              entry: warning('Este navegador não oferece mensagens push.'),
            },
            stopped: {
              description: 'Tried again when the network returns, or when a person asks.',
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
      description: "'Testar notificação': whether this browser shows a notification.",
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
        notShown: { description: 'The browser or the system did not show the notification.' },
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
