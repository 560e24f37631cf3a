import { setup, stateIn } from 'xstate'
import { entry } from '../parts/journal.ts'
import { modelActions } from '../parts/model-actions.ts'
import type { ModelContext } from '../parts/path-runner.ts'

/** Texts in the fields, by how acceptable their password is. */
export const passwords = { good: 'portão azul de madeira', short: 'portão', common: 'guarita1234' } as const

export interface InvitationModelContext extends ModelContext {
  token: string
  signedIn: string
  /** Reasons to reject the password. */
  problem: string | null
  refusals: number
  failure: string | null
}

export type InvitationModelEvent =
  | { type: 'person.opens'; token: string }
  | { type: 'address.isUnread' }
  | { type: 'session.isKnown'; name: string | null }
  | { type: 'session.isUnobserved' }
  | { type: 'server.finds' }
  | { type: 'server.findsNone' }
  | { type: 'server.isDown'; text: string }
  | { type: 'person.retries' }
  | { type: 'person.signsOut' }
  | { type: 'person.types' }
  | { type: 'person.accepts'; password: keyof typeof passwords }
  | { type: 'server.accepts' }
  | { type: 'server.findsLinkUsed' }
  | { type: 'server.hasAnAdministrator' }
  | { type: 'server.refuses'; field: string; text: string }
  | { type: 'server.fails'; text: string }
  | { type: 'session.isSignedIn' }
  | { type: 'session.isRefused' }

type Context = InvitationModelContext
const { did, logs, update } = modelActions<Context, InvitationModelEvent>()
const looksUp = update(({ did, token }) => ({ did: [...did, entry('asks', 'look', { token })] }))
const takes = update((_, event) =>
  event.type === 'person.opens' ? { token: event.token, problem: null, failure: null } : {},
)
const showsFailure = update((_, event) => ('text' in event ? { failure: event.text } : {}))
const clears = update(() => ({ problem: null, failure: null }))
const accepts = update(({ did, token }) => ({
  did: [...did, entry('asks', 'accept', { token, password: passwords.good })],
}))

const opened = {
  'person.opens': [{ guard: 'isLink', target: '#looking', actions: [takes, looksUp] }, { target: '#dead' }],
} as const

/** ACC-1, ACC-2: a link sets one password and signs the person in, unless another person is signed in here. */
export const invitationModel = setup({
  types: {} as { context: Context; events: InvitationModelEvent },
  guards: {
    isLink: ({ event }) => event.type === 'person.opens' && event.token !== '',
    isSomebody: ({ event }) => event.type === 'session.isKnown' && event.name !== null,
    isTooShort: ({ event }) => event.type === 'person.accepts' && event.password === 'short',
    isField: ({ event }) => event.type === 'server.refuses' && event.field === 'password',
  },
}).createMachine({
  id: 'invitation model',
  context: {
    now: 0,
    did: [entry('asks', 'watchSession'), entry('asks', 'watchLink')],
    token: '',
    signedIn: '',
    problem: null,
    refusals: 0,
    failure: null,
  },
  type: 'parallel',
  states: {
    session: {
      initial: 'unknown',
      on: {
        'session.isKnown': [
          {
            guard: 'isSomebody',
            target: '.somebody',
            actions: update((_, event) => (event.type === 'session.isKnown' ? { signedIn: event.name ?? '' } : {})),
          },
          { target: '.nobody' },
        ],
        'session.isUnobserved': { target: '.nobody', actions: logs('Sessão não observada.') },
      },
      states: { unknown: {}, nobody: { id: 'nobody' }, somebody: { id: 'somebody' } },
    },
    link: {
      initial: 'arriving',
      states: {
        arriving: {
          tags: 'looking',
          on: { ...opened, 'address.isUnread': { target: 'dead', actions: logs('Link não lido.') } },
        },
        looking: {
          id: 'looking',
          tags: 'looking',
          on: {
            ...opened,
            'server.finds': 'found',
            'server.findsNone': 'dead',
            'server.isDown': { target: 'unavailable', actions: [showsFailure, logs('Link não consultado.')] },
          },
        },
        dead: { id: 'dead', tags: 'dead', on: opened },
        taken: { tags: 'taken', on: opened },
        unavailable: {
          tags: 'error',
          on: { ...opened, 'person.retries': { target: 'looking', actions: [clears, looksUp] } },
        },
        found: {
          tags: 'looking',
          on: opened,
          always: [
            { guard: stateIn('#somebody'), target: 'occupied' },
            { guard: stateIn('#nobody'), target: 'choosing' },
          ],
        },
        occupied: {
          tags: 'occupied',
          on: { ...opened, 'person.signsOut': { actions: did(entry('does', 'signOut')) } },
          always: { guard: stateIn('#nobody'), target: 'choosing' },
        },
        choosing: {
          tags: 'choosing',
          initial: 'untried',
          on: {
            ...opened,
            'person.types': { actions: update(() => ({ problem: null })) },
            'person.accepts': [
              {
                guard: 'isTooShort',
                target: '.refused',
                actions: [
                  clears,
                  update(({ refusals }) => ({ problem: 'Use pelo menos 8 caracteres.', refusals: refusals + 1 })),
                ],
              },
              { target: 'accepting', actions: [clears, accepts] },
            ],
          },
          always: { guard: stateIn('#somebody'), target: 'occupied' },
          states: { untried: {}, refused: {}, failed: { tags: 'failed' } },
        },
        accepting: {
          tags: ['choosing', 'busy'],
          on: {
            'server.accepts': {
              target: 'signingIn',
              actions: did(entry('asks', 'signIn', { email: 'marina@porto.com.br', password: passwords.good })),
            },
            'server.findsLinkUsed': 'dead',
            'server.hasAnAdministrator': 'taken',
            'server.refuses': [
              {
                guard: 'isField',
                target: 'choosing.refused',
                actions: update(({ refusals }, event) =>
                  'text' in event ? { problem: event.text, refusals: refusals + 1 } : {},
                ),
              },
              { target: 'choosing.failed', actions: showsFailure },
            ],
            'server.fails': { target: 'choosing.failed', actions: [showsFailure, logs('Convite não aceito.')] },
          },
        },
        signingIn: {
          tags: ['choosing', 'busy'],
          on: {
            'session.isSignedIn': { target: 'entered', actions: did(entry('does', 'showDashboard')) },
            'session.isRefused': { target: 'joined', actions: logs('Primeira entrada recusada.') },
          },
        },
        joined: { tags: 'joined', on: opened },
        entered: { tags: 'entered', on: opened },
      },
    },
  },
})
