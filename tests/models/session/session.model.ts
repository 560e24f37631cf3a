import { setup } from 'xstate'
import { entry } from '../parts/journal.ts'
import { ana, credentials, keptGrant, minute, second } from './session-fixtures.ts'
import {
  asks,
  brought,
  comesTo,
  did,
  does,
  extended,
  leftOf,
  logs,
  passes,
  reported,
  type SessionModelContext,
  type SessionModelEvent,
  sends,
  update,
  written,
} from './session-model-steps.ts'

const renewal = {
  'renewal.grants': { target: '.answered', actions: 'takesAnswer' },
  'renewal.isUnanswered': { target: '.answered', actions: 'extends' },
  'renewal.timesOut': { target: '.answered', actions: [passes(10 * second), 'extends'] },
} as const

const found = {
  'store.holdsExpired': '#expired',
  'store.holdsNothing': '#absent',
  'store.fails': { target: '#absent', actions: logs('Sessão guardada ilegível.') },
} as const

/**
 * SES-3, SES-5, SES-6, SES-8 to SES-10, SES-12: a session is restored, or begins with a sign-in, with a code if the
 * server asks for one. The session is renewed while the person is active, and ends after a warning; all tabs follow.
 */
export const sessionModel = setup({
  types: {} as { context: SessionModelContext; events: SessionModelEvent },
  actions: {
    finds: update(({ now }, event) =>
      event.type === 'store.holds' ? { grant: keptGrant(event.kept, now), user: ana } : {},
    ),
    remembers: update(({ grant }, event) => {
      const isBound = event.type === 'store.holds' && event.kept === 'bound'
      return isBound ? {} : { grant: grant && { ...grant, remember: true } }
    }),
    signsIn: update(({ now, did, wantsRemember: remember }, event) => {
      if (event.type !== 'signIn.succeeds') return {}
      const signedIn = { token: 'token of sign-in', remember, signedInAt: now, endsAt: now + event.minutes * minute }
      return { grant: signedIn, challenge: null, user: ana, did: [...did, entry('does', 'writeSession', signedIn)] }
    }),
    asksSignIn: update(({ did }, event) =>
      event.type === 'person.signsIn' ? { did: [...did, entry('asks', 'signIn', credentials(event.remember))] } : {},
    ),
    asksWithCode: update(({ did, challenge }, event) =>
      event.type === 'person.entersCode'
        ? { did: [...did, entry('asks', 'signIn', { ...challenge, code: '123456' })] }
        : {},
    ),
    takesChallenge: update(({ wantsRemember }) => ({
      challenge: { challenge: 'sealed', remember: wantsRemember },
    })),
    storesRemember: update((_, event) => (event.type === 'person.signsIn' ? { wantsRemember: event.remember } : {})),
    writes: update((context) => ({ did: [...context.did, written(context)] })),
    takesAnswer: update(brought),
    extends: update(extended),
    forgets: update(() => ({ grant: null, challenge: null, isLimited: false })),
    wakes: update(({ now }, event) => (event.type === 'computer.wakes' ? { now: now + event.minutes * minute } : {})),
    grants: update((context) => ({
      did: [...context.did, entry('does', 'grantAuthorization', context.grant?.token), reported(context)],
    })),
    revokes: update(({ did, grant }) => ({ did: [...did, entry('asks', 'revoke', { token: grant?.token })] })),
  },
  guards: {
    announcesSession: ({ event }) => event.type === 'tab.announces' && ['signedIn', 'renewed'].includes(event.change),
    isSignIn: ({ event }) => event.type === 'tab.announces' && event.change === 'signedIn',
    isExpiry: ({ event }) => event.type === 'tab.announces' && event.change === 'expired',
    isCurrent: ({ event }) => event.type === 'server.refuses' && event.token === 'current',
    hasEnded: ({ context }) => leftOf(context) <= 0,
    isWarned: ({ context }) => leftOf(context) <= 5 * minute,
    isNearEnd: ({ context }) => leftOf(context) <= 30 * minute,
    isNearEndAndRemembered: ({ context }) => leftOf(context) <= 30 * minute && context.grant?.remember === true,
    isLimited: ({ context }) => context.isLimited,
    isChallenged: ({ context }) => context.challenge !== null,
  },
}).createMachine({
  id: 'session model',
  context: {
    now: 0,
    did: [entry('asks', 'sessionTabs')],
    grant: null,
    user: ana,
    wantsRemember: false,
    challenge: null,
    isLimited: false,
    isUnseen: false,
  },
  initial: 'restoring',
  on: {
    'tabs.areUnobserved': { actions: logs('Abas não sincronizadas.') },
    'computer.wakes': { actions: 'wakes' },
  },
  states: {
    restoring: {
      entry: asks('restoreSession'),
      on: { ...found, 'store.holds': { target: 'stored.renewing', actions: ['finds', 'remembers', 'writes'] } },
    },
    rereading: {
      entry: asks('restoreSession'),
      on: { ...found, 'store.holds': { target: 'stored', actions: 'finds' } },
    },
    ending: {
      id: 'ending',
      entry: asks('restoreSession'),
      on: {
        'store.holds': { target: 'stored', actions: 'finds' },
        'store.holdsExpired': 'expired',
        'store.holdsNothing': 'expired',
        'store.fails': { target: 'expired', actions: logs('Sessão guardada ilegível.') },
      },
    },
    absent: {
      id: 'absent',
      entry: [does('removeAuthorization'), did(entry('reports', 'session.absent')), 'forgets'],
      initial: 'idle',
      on: { 'tab.announces': { guard: 'announcesSession', target: 'rereading' } },
      states: {
        idle: { on: { 'person.signsIn': 'signingIn' } },
        signingIn: {
          entry: ['asksSignIn', 'asksWithCode', 'storesRemember'],
          on: {
            'signIn.succeeds': { target: '#stored', actions: ['signsIn', sends('signedIn')] },
            'signIn.asksCode': { target: 'challenged', actions: 'takesChallenge' },
            'signIn.isRefused': [{ guard: 'isChallenged', target: 'codeRefused' }, { target: 'refused' }],
          },
        },
        challenged: {
          on: { 'person.entersCode': 'signingIn', 'person.startsOver': { target: 'idle', actions: 'forgets' } },
        },
        codeRefused: {
          tags: 'refused',
          on: { 'person.entersCode': 'signingIn', 'person.startsOver': { target: 'idle', actions: 'forgets' } },
        },
        refused: { on: { 'person.signsIn': 'signingIn', 'person.startsOver': 'idle' } },
      },
    },
    stored: {
      id: 'stored',
      entry: 'grants',
      initial: 'measuring',
      on: {
        'person.signsOut': 'removed',
        'storage.isCleared': { actions: 'writes' },
        'server.refuses': {
          guard: 'isCurrent',
          target: 'absent',
          actions: [does('forgetSession'), sends('signedOut')],
        },
        'tab.announces': [{ guard: 'isExpiry', target: 'expired' }, { target: 'rereading' }],
      },
      states: {
        measuring: {
          id: 'measuring',
          always: [
            { guard: 'hasEnded', target: '#ending' },
            { guard: 'isWarned', target: 'warning' },
            { guard: 'isNearEndAndRemembered', target: 'renewing' },
            { guard: 'isNearEnd', target: 'nearEnd' },
            { target: 'fresh' },
          ],
        },
        fresh: {
          on: {
            'nearEnd.isReached': { target: 'measuring', actions: comesTo(30 * minute) },
            'page.shows': 'measuring',
            'computer.wakes': { target: 'measuring', actions: 'wakes' },
          },
        },
        nearEnd: {
          entry: asks('userActivity'),
          on: {
            'person.isActive': 'renewing',
            'warning.isDue': { target: 'warning', actions: comesTo(5 * minute) },
            'page.shows': 'measuring',
            'computer.wakes': { target: 'measuring', actions: 'wakes' },
            'activity.isUnobserved': {
              actions: [logs('Atividade da pessoa não observada.'), update(() => ({ isUnseen: true }))],
            },
          },
        },
        renewing: {
          entry: asks('renew'),
          initial: 'unanswered',
          on: {
            ...renewal,
            'renewal.fails': { target: 'resting', actions: logs('Sessão não renovada.') },
            'end.isReached': { target: '#ending', actions: comesTo(0) },
          },
          states: {
            unanswered: {},
            answered: { always: [{ guard: 'isLimited', target: '#resting' }, { target: '#measuring' }] },
          },
        },
        resting: {
          id: 'resting',
          always: { guard: 'isWarned', target: 'warning' },
          on: {
            'warning.isDue': { target: 'warning', actions: comesTo(5 * minute) },
            'rest.isOver': { target: 'measuring', actions: passes(minute) },
            'page.shows': 'measuring',
            'computer.wakes': { target: 'measuring', actions: 'wakes' },
          },
        },
        warning: {
          initial: 'asking',
          always: { guard: 'hasEnded', target: '#ending' },
          on: {
            'end.isReached': { target: '#ending', actions: comesTo(0) },
            'page.shows': 'measuring',
            'computer.wakes': { target: 'measuring', actions: 'wakes' },
          },
          states: {
            asking: {
              on: { 'person.continues': 'continuing', 'lastSeconds.begin': { actions: comesTo(5 * second) } },
            },
            continuing: {
              entry: asks('renew'),
              initial: 'unanswered',
              on: { ...renewal, 'renewal.fails': { target: 'limited', actions: logs('Sessão não renovada.') } },
              states: {
                unanswered: {},
                answered: { always: [{ guard: 'isLimited', target: '#limited' }, { target: '#measuring' }] },
              },
            },
            limited: {
              id: 'limited',
              on: { 'person.continues': 'continuing', 'lastSeconds.begin': { actions: comesTo(5 * second) } },
            },
          },
        },
      },
    },
    removed: {
      entry: [
        does('removeAuthorization'),
        does('forgetSession'),
        sends('signedOut'),
        did(entry('reports', 'session.absent')),
        'revokes',
      ],
      on: {
        'revocation.succeeds': 'absent',
        'revocation.fails': { target: 'absent', actions: logs('Sessão não encerrada no servidor.') },
        'revocation.timesOut': { target: 'absent', actions: passes(5 * second) },
        'person.signsIn': 'absent.signingIn',
        'tab.announces': { guard: 'announcesSession', target: 'rereading' },
      },
    },
    expired: {
      id: 'expired',
      entry: [
        does('removeAuthorization'),
        does('expireSession'),
        sends('expired'),
        did(entry('reports', 'session.expired')),
        'forgets',
      ],
      on: {
        'person.confirms': { actions: does('reloadPage') },
        'tab.announces': { guard: 'isSignIn', target: 'rereading' },
      },
    },
  },
})
