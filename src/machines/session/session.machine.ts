import { and, assertEvent, assign, sendParent, sendTo, setup } from 'xstate'
import type { RenewalAnswer } from '../../services/session/auth-api.ts'
import type { RestoredSession } from '../../services/session/session-store.ts'
import type { SessionChange } from '../../services/session/session-tabs.ts'
import { delayUntil, now } from '../parts/clock.ts'
import { errorText } from '../parts/error-text.ts'
import { failed } from '../parts/failed.ts'
import { callbackNotProvided, effectNotProvided, promiseNotProvided } from '../parts/not-provided.ts'
import {
  endOf,
  rememberedGrant,
  renewedGrant,
  type SignInAnswer,
  sessionTimes,
  signedInGrant,
} from './session-lifetime.ts'
import { afterRenewal, announced, errorOf, outputOf, renewal, restoredOf, takenUp } from './session-params.ts'
import type {
  Challenge,
  Credentials,
  EnteredCode,
  SessionContext,
  SessionEvent,
  SessionReport,
} from './session-protocol.ts'

const signInSteps = {
  'session.signIn': 'signingIn',
  'session.startOver': { target: 'idle', actions: 'clear' },
} as const

/** Keeps the panel's session: restores and renews it, warns before its end, and ends it (SES). */
export const sessionMachine = setup({
  types: {} as {
    context: SessionContext
    events: SessionEvent
    tags: 'busy' | 'refused' | 'warning' | 'limited' | 'expired'
    children: { tabs: 'sessionTabs' }
  },
  actors: {
    restoreSession: promiseNotProvided<RestoredSession>('session.restoreSession'),
    signIn: promiseNotProvided<SignInAnswer | Challenge, Credentials | EnteredCode>('session.signIn'),
    renew: promiseNotProvided<RenewalAnswer>('session.renew'),
    revoke: promiseNotProvided<void, { token: string | undefined }>('session.revoke'),
    userActivity: callbackNotProvided('session.userActivity'),
    sessionTabs: callbackNotProvided<{ type: 'tabs.announce'; change: SessionChange }>('session.sessionTabs'),
  },
  actions: {
    /** Writes cookie and user record (SES-1, SES-7). */
    writeSession: effectNotProvided('session.writeSession'),
    grantAuthorization: effectNotProvided('session.grantAuthorization'),
    removeAuthorization: effectNotProvided('session.removeAuthorization'),
    /** Removes cookie, user record and selected condominium (SES-8). */
    forgetSession: effectNotProvided('session.forgetSession'),
    /** Removes cookie and user record (SES-6). */
    expireSession: effectNotProvided('session.expireSession'),
    reloadPage: effectNotProvided('session.reloadPage'),
    logFailure: effectNotProvided<{ message: string; error: unknown }>('session.logFailure'),

    measure: assign({ measuredAt: ({ self }) => now(self) }),
    takeRestored: assign((_, { restored }: { restored: RestoredSession }) =>
      restored.kind === 'stored' ? { grant: { session: restored.session, user: restored.user } } : {},
    ),
    takeSignedIn: assign(({ self }, { answer }: { answer: SignInAnswer | Challenge }) =>
      'challenge' in answer
        ? { challenge: answer, refusal: null }
        : { grant: signedInGrant(answer, now(self)), challenge: null, refusal: null },
    ),
    takeRenewal: assign(({ context, self }, { answer }: { answer: RenewalAnswer }) =>
      context.grant === null ? {} : renewedGrant(context.grant, answer, now(self)),
    ),
    remember: assign(({ context: { grant } }, { restored }: { restored: RestoredSession }) =>
      grant === null || (restored.kind === 'stored' && restored.endsWithBrowser)
        ? {}
        : { grant: rememberedGrant(grant) },
    ),
    takeRefusal: assign((_, { error }: { error: unknown }) => ({
      refusal: errorText(error),
    })),
    clear: assign({ grant: null, challenge: null, refusal: null }),
    announce: sendTo('tabs', (_, { change }: { change: SessionChange }) => ({
      type: 'tabs.announce' as const,
      change,
    })),
    reportStored: sendParent(({ context }) => storedReport(context)),
    reportAbsent: sendParent({ type: 'session.absent' }),
    reportExpired: sendParent({ type: 'session.expired' }),
  },
  guards: {
    isStored: (_, { restored }: { restored: RestoredSession }) => restored.kind === 'stored',
    isExpired: (_, { restored }: { restored: RestoredSession }) => restored.kind === 'expired',
    bringsSession: (_, { change }: { change: SessionChange }) => change === 'signedIn' || change === 'renewed',
    isSignIn: (_, { change }: { change: SessionChange }) => change === 'signedIn',
    isExpiry: (_, { change }: { change: SessionChange }) => change === 'expired',
    asksCode: (_, { answer }: { answer: SignInAnswer | Challenge }) => 'challenge' in answer,
    isCurrentToken: ({ context }, { token }: { token: string | null }) => context.grant?.session.token === token,
    hasEnded: ({ context }) => endOf(context.grant) - context.measuredAt <= 0,
    endsSoon: ({ context }) => endOf(context.grant) - context.measuredAt <= sessionTimes.warningMs,
    isNearEnd: ({ context }) => endOf(context.grant) - context.measuredAt <= sessionTimes.nearEndMs,
    isRemembered: ({ context }) => context.grant?.session.remember === true,
    hasGained: ({ context }) => context.gainedMs >= sessionTimes.leastGainMs,
  },
  delays: {
    untilNearEnd: ({ context, self }) => delayUntil(endOf(context.grant) - sessionTimes.nearEndMs, now(self)),
    untilWarning: ({ context, self }) => delayUntil(endOf(context.grant) - sessionTimes.warningMs, now(self)),
    untilEnd: ({ context, self }) => delayUntil(endOf(context.grant), now(self)),
    renewalTimeout: sessionTimes.renewalTimeoutMs,
    renewalRetry: sessionTimes.renewalRetryMs,
    revocationTimeout: sessionTimes.revocationTimeoutMs,
  },
}).createMachine({
  id: 'session',
  meta: {
    requirements: [
      'SES-1',
      'SES-3',
      'SES-5',
      'SES-6',
      'SES-7',
      'SES-8',
      'SES-9',
      'SES-10',
      'SES-11',
      'SES-12',
      'THM-2',
      'DESK-5',
    ],
  },
  context: { grant: null, challenge: null, refusal: null, measuredAt: 0, gainedMs: 0 },
  invoke: { id: 'tabs', src: 'sessionTabs', onError: { actions: failed('Abas não sincronizadas.') } },
  initial: 'restoring',
  states: {
    restoring: {
      description: 'The page has just loaded: reads the session stored in this browser.',
      invoke: {
        src: 'restoreSession',
        onDone: [
          {
            guard: { type: 'isStored', params: restoredOf },
            target: 'stored.renewing',
            actions: [
              { type: 'takeRestored', params: restoredOf },
              { type: 'remember', params: restoredOf },
              'writeSession',
            ],
          },
          { guard: { type: 'isExpired', params: restoredOf }, target: 'expired' },
          { target: 'absent' },
        ],
        onError: { target: 'absent', actions: failed('Sessão guardada ilegível.') },
      },
    },
    rereading: {
      description: 'Another tab changed the session: reads the stored session again.',
      invoke: {
        src: 'restoreSession',
        onDone: [
          takenUp,
          { guard: { type: 'isExpired', params: restoredOf }, target: 'expired' },
          { target: 'absent' },
        ],
        onError: { target: 'absent', actions: failed('Sessão guardada ilegível.') },
      },
    },
    ending: {
      description: 'The end known to this tab has passed: checks whether another tab moved it.',
      invoke: {
        src: 'restoreSession',
        onDone: [takenUp, { target: 'expired' }],
        onError: { target: 'expired', actions: failed('Sessão guardada ilegível.') },
      },
    },
    absent: {
      description: 'No user is signed in.',
      entry: ['removeAuthorization', 'clear', 'reportAbsent'],
      initial: 'idle',
      on: {
        'session.changedElsewhere': {
          guard: { type: 'bringsSession', params: ({ event }) => event },
          target: 'rereading',
        },
      },
      states: {
        idle: { on: { 'session.signIn': 'signingIn' } },
        signingIn: {
          tags: 'busy',
          invoke: {
            src: 'signIn',
            input: ({ event }) => {
              assertEvent(event, 'session.signIn')
              return event.credentials
            },
            onDone: [
              {
                guard: { type: 'asksCode', params: outputOf },
                target: 'challenged',
                actions: { type: 'takeSignedIn', params: outputOf },
              },
              {
                target: '#session.stored',
                actions: [{ type: 'takeSignedIn', params: outputOf }, 'writeSession', announced('signedIn')],
              },
            ],
            onError: { target: 'refused', actions: { type: 'takeRefusal', params: errorOf } },
          },
        },
        challenged: {
          description: 'The password was right: asks for a code of the second factor (SES-12).',
          on: signInSteps,
        },
        refused: {
          description: 'The last sign-in, or its code, was refused; `refusal` holds the reason.',
          tags: 'refused',
          on: signInSteps,
        },
      },
    },
    stored: {
      description: 'A user is signed in.',
      entry: ['grantAuthorization', 'reportStored'],
      initial: 'measuring',
      on: {
        'session.signOut': {
          target: 'removed',
          actions: assign(({ event }) => ({ nextEmail: event.nextEmail })),
        },
        'storage.cleared': { actions: 'writeSession' },
        'session.refused': {
          guard: { type: 'isCurrentToken', params: ({ event }) => event },
          target: 'absent',
          actions: ['forgetSession', announced('signedOut')],
        },
        'session.changedElsewhere': [
          { guard: { type: 'isExpiry', params: ({ event }) => event }, target: 'expired' },
          { target: 'rereading' },
        ],
      },
      states: {
        measuring: {
          description: 'The remaining time decides the next state; measured again whenever the page is shown.',
          entry: 'measure',
          always: [
            { guard: 'hasEnded', target: '#session.ending' },
            { guard: 'endsSoon', target: 'warning' },
            { guard: and(['isNearEnd', 'isRemembered']), target: 'renewing' },
            { guard: 'isNearEnd', target: 'nearEnd' },
            { target: 'fresh' },
          ],
        },
        fresh: {
          description: 'More than 30 minutes are left.',
          after: { untilNearEnd: 'measuring' },
          on: { 'page.shown': 'measuring' },
        },
        nearEnd: {
          description: 'Less than 30 minutes are left: activity of the user renews the session.',
          invoke: { src: 'userActivity', onError: { actions: failed('Atividade da pessoa não observada.') } },
          on: { 'user.active': 'renewing', 'page.shown': 'measuring' },
          after: { untilWarning: 'warning' },
        },
        renewing: {
          description: 'Asks the server for an extension; without an answer, extends the session locally (SES-6).',
          ...renewal('renewed', 'resting'),
        },
        renewed: {
          description: 'A renewal that gained almost nothing has reached the limit of 12 hours (SES-9).',
          ...afterRenewal('resting'),
        },
        resting: {
          description: 'The last renewal had no effect; another is tried later.',
          after: { renewalRetry: 'measuring', untilWarning: 'warning' },
          on: { 'page.shown': 'measuring' },
        },
        warning: {
          description: 'Less than 5 minutes are left and the user is inactive: asks whether to stay signed in.',
          tags: 'warning',
          initial: 'asking',
          on: { 'page.shown': 'measuring' },
          states: {
            asking: { on: { 'session.continue': 'continuing' }, after: { untilEnd: '#session.ending' } },
            continuing: { tags: 'busy', ...renewal('continued', 'limited') },
            continued: afterRenewal('limited'),
            limited: {
              description: 'The session could not be extended: the dialog shows this, and the user may try again.',
              tags: 'limited',
              on: { 'session.continue': 'continuing' },
              after: { untilEnd: '#session.ending' },
            },
          },
        },
      },
    },
    removed: {
      description: 'Signed out in this tab; waits only briefly for the server to revoke the session.',
      entry: ['removeAuthorization', 'forgetSession', announced('signedOut'), 'reportAbsent'],
      invoke: {
        src: 'revoke',
        input: ({ context }) => ({ token: context.grant?.session.token }),
        onDone: 'absent',
        onError: { target: 'absent', actions: failed('Sessão não encerrada no servidor.') },
      },
      after: { revocationTimeout: 'absent' },
      on: {
        'session.signIn': 'absent.signingIn',
        'session.changedElsewhere': {
          guard: { type: 'bringsSession', params: ({ event }) => event },
          target: 'rereading',
        },
      },
    },
    expired: {
      description: 'The session has ended; a dialog shows this, and confirming it reloads the page (SES-6).',
      tags: 'expired',
      entry: ['removeAuthorization', 'expireSession', announced('expired'), 'clear', 'reportExpired'],
      on: {
        'session.confirmExpired': { actions: 'reloadPage' },
        'session.changedElsewhere': { guard: { type: 'isSignIn', params: ({ event }) => event }, target: 'rereading' },
      },
    },
  },
})

function storedReport({ grant }: SessionContext): SessionReport {
  return grant === null ? { type: 'session.absent' } : { type: 'session.stored', user: grant.user }
}
