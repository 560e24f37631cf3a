import { setup } from 'xstate'
import type { PushMessage } from '../../../src/services/push/push-message.ts'
import { entry } from '../parts/journal.ts'
import { modelActions } from '../parts/model-actions.ts'
import type { ModelContext } from '../parts/path-runner.ts'

export type Permission = 'unsupported' | 'undecided' | 'allowed' | 'blocked'

/** Two messages of Firebase. */
export const messages = { door: message('door'), device: message('device') } as const

function message(id: string): PushMessage {
  return { id, title: id, body: '', data: {}, createdAt: '2026-03-02T09:00:00.000Z', path: `/devices/${id}` }
}

export interface PushModelContext extends ModelContext {
  permission: Permission | 'unknown' | 'asking'
  test: 'untried' | 'showing' | 'shown' | 'notShown'
  token: string | null
  /** Ids of the received messages. */
  came: readonly string[]
  observesPermission: boolean
  observesClicks: boolean
}

export type PushModelEvent =
  | { type: 'browser.reports'; permission: Permission }
  | { type: 'browser.stopsReporting' }
  | { type: 'person.answers'; permission: Permission }
  | { type: 'question.fails' }
  | { type: 'person.enables' }
  | { type: 'person.retries' }
  | { type: 'network.returns' }
  | { type: 'sdk.answers'; isSupported: boolean }
  | { type: 'sdk.fails' }
  | { type: 'sdk.isSilent' }
  | { type: 'worker.registers' }
  | { type: 'worker.fails' }
  | { type: 'worker.isSilent' }
  | { type: 'token.arrives'; token: string }
  | { type: 'token.isRefused' }
  | { type: 'token.isSilent' }
  | { type: 'message.arrives'; id: keyof typeof messages }
  | { type: 'messages.fail' }
  | { type: 'notification.isClicked' }
  | { type: 'clicks.areUnobserved' }
  | { type: 'test.isAsked' }
  | { type: 'test.shows' }
  | { type: 'test.fails' }
  | { type: 'test.isSilent' }

type Context = PushModelContext
const { did, logs, update } = modelActions<Context, PushModelEvent>()
const asks = (service: string) => did(entry('asks', service))
const warns = (message: string) => did(entry('does', 'logWarning', message))
const waits = (ms: number) => update(({ now }) => ({ now: now + ms }))
const tenSeconds = waits(10_000)

/** Requests for the permission: on load if it is undecided, and on 'Ativar notificações'. */
const question = update((context, event) => {
  const asksPerson = () => ({ permission: 'asking' as const, did: [...context.did, entry('asks', 'askPermission')] })
  if (event.type === 'person.enables') return context.permission === 'undecided' ? asksPerson() : {}
  if (event.type !== 'browser.reports') return {}
  const isFirst = context.permission === 'unknown' && event.permission === 'undecided'
  return isFirst ? asksPerson() : { permission: event.permission }
})

const isPermission =
  (...wanted: Context['permission'][]) =>
  (args: { context: Context }) =>
    wanted.includes(args.context.permission)

/** PUSH-1, PUSH-3 with a Firebase project: permission, support, worker, token, subscription; each can fail. */
export const pushModel = setup({
  types: {} as { context: Context; events: PushModelEvent },
  guards: {
    isUnsupported: isPermission('unsupported'),
    isRefused: isPermission('undecided', 'blocked'),
    isAllowed: isPermission('allowed'),
    isNotAllowed: ({ context }) => context.permission !== 'allowed',
    isYes: ({ event }) => event.type === 'sdk.answers' && event.isSupported,
    isToken: ({ event }) => event.type === 'token.arrives' && event.token !== '',
    isNew: ({ context, event }) => event.type === 'message.arrives' && !context.came.includes(event.id),
  },
}).createMachine({
  id: 'push model',
  context: {
    now: 0,
    did: [entry('asks', 'watchPermission')],
    permission: 'unknown',
    test: 'untried',
    token: null,
    came: [],
    observesPermission: true,
    observesClicks: false,
  },
  initial: 'waiting',
  on: {
    'browser.reports': { actions: question },
    'person.enables': { actions: question },
    'browser.stopsReporting': {
      actions: [update(() => ({ observesPermission: false })), logs('Permissão de notificações não observada.')],
    },
    'person.answers': {
      actions: update((_, event) =>
        event.type === 'person.answers'
          ? { permission: event.permission === 'unsupported' ? 'undecided' : event.permission }
          : {},
      ),
    },
    'question.fails': {
      actions: [update(() => ({ permission: 'undecided' })), logs('Permissão de notificações não pedida.')],
    },
    'test.isAsked': {
      guard: 'isAllowed',
      actions: [asks('showTest'), update(() => ({ test: 'showing' }))],
    },
    'test.shows': { actions: update(() => ({ test: 'shown' })) },
    'test.fails': {
      actions: [update(() => ({ test: 'notShown' })), logs('Notificação de teste não mostrada.')],
    },
    'test.isSilent': { actions: [waits(5_000), update(() => ({ test: 'notShown' }))] },
  },
  states: {
    waiting: {
      always: [
        { guard: 'isUnsupported', target: 'unsupported' },
        { guard: 'isRefused', target: 'notAuthorised' },
        { guard: 'isAllowed', target: 'allowed' },
      ],
    },
    unsupported: { entry: warns('Este navegador não oferece notificações.') },
    notAuthorised: {
      entry: warns('Notificações não autorizadas.'),
      always: { guard: 'isAllowed', target: 'allowed' },
    },
    allowed: {
      entry: [asks('notificationClicks'), update(() => ({ observesClicks: true }))],
      exit: update(() => ({ observesClicks: false, token: null })),
      always: { guard: 'isNotAllowed', target: 'notAuthorised' },
      on: {
        'notification.isClicked': { actions: did(entry('does', 'openPage', '/devices/W1')) },
        'clicks.areUnobserved': {
          actions: [update(() => ({ observesClicks: false })), logs('Cliques em notificações não observados.')],
        },
      },
      initial: 'checkingSupport',
      states: {
        checkingSupport: {
          tags: 'preparing',
          entry: asks('checkSupport'),
          on: {
            'sdk.answers': [{ guard: 'isYes', target: 'registeringWorker' }, { target: 'messagingUnsupported' }],
            'sdk.fails': { target: 'stopped.sdkFailed', actions: logs('Código das mensagens push não carregado.') },
            'sdk.isSilent': {
              target: 'stopped.sdkTimedOut',
              actions: [tenSeconds, warns('O código das mensagens push não respondeu em 10 s.')],
            },
          },
        },
        registeringWorker: {
          tags: 'preparing',
          entry: asks('registerWorker'),
          on: {
            'worker.registers': 'requestingToken',
            'worker.fails': {
              target: 'stopped.workerFailed',
              actions: logs('Service worker das mensagens push não registrado.'),
            },
            'worker.isSilent': {
              target: 'stopped.workerTimedOut',
              actions: [tenSeconds, warns('O service worker das mensagens push não respondeu em 10 s.')],
            },
          },
        },
        requestingToken: {
          tags: 'preparing',
          entry: asks('requestToken'),
          on: {
            'token.arrives': [
              {
                guard: 'isToken',
                target: 'subscribed',
                actions: update(({ did }, event) =>
                  event.type === 'token.arrives'
                    ? { token: event.token, did: [...did, entry('does', 'logToken', event.token)] }
                    : {},
                ),
              },
              { target: 'stopped.noToken', actions: warns('Nenhum token push recebido.') },
            ],
            'token.isRefused': { target: 'stopped.tokenRefused', actions: logs('Token push recusado.') },
            'token.isSilent': {
              target: 'stopped.tokenTimedOut',
              actions: [tenSeconds, warns('Nenhuma resposta ao pedido de token push em 10 s.')],
            },
          },
        },
        subscribed: {
          entry: asks('foregroundMessages'),
          on: {
            'message.arrives': {
              guard: 'isNew',
              actions: update(({ did, came }, event) => {
                if (event.type !== 'message.arrives') return {}
                const report = entry('reports', 'push.received', { message: messages[event.id] })
                return { came: [...came, event.id], did: [...did, report] }
              }),
            },
            'messages.fail': { target: 'stopped.listeningFailed', actions: logs('Mensagens push não recebidas.') },
          },
        },
        messagingUnsupported: { entry: warns('Este navegador não oferece mensagens push.') },
        stopped: {
          tags: 'failed',
          on: { 'person.retries': 'checkingSupport', 'network.returns': 'checkingSupport' },
          initial: 'sdkFailed',
          states: {
            sdkFailed: {},
            sdkTimedOut: {},
            workerFailed: {},
            workerTimedOut: {},
            noToken: {},
            tokenRefused: {},
            tokenTimedOut: {},
            listeningFailed: {},
          },
        },
      },
    },
  },
})
