import { assertEvent, assign, raise, setup, stateIn } from 'xstate'
import type { Invitation } from '../../../contract/wire/answers/people.ts'
import type { AcceptBody } from '../../../contract/wire/requests/people.ts'
import type { LinkAnswer } from '../../services/invitation/invitation-api.ts'
import { type CallFailure, callFailureOf } from '../parts/call-failure.ts'
import { failed } from '../parts/failed.ts'
import { callbackNotProvided, effectNotProvided, promiseNotProvided } from '../parts/not-provided.ts'
import { refusedFields } from '../parts/refused-fields.ts'
import type { Acceptance, InvitationEvent, Joined } from './invitation-protocol.ts'
import {
  acceptBodyOf,
  type EnteredInvitation,
  type InvitationField,
  type InvitationProblems,
  invitationFields,
  invitationProblems,
} from './invitation-rules.ts'

/** Contains no password: it goes from the event to the call, and with the answer to the sign-in. */
interface InvitationContext {
  /** The secret of the link; '' without a link. */
  token: string
  /** Name of the user signed in in this browser. */
  signedIn: string
  invitation: Invitation | null
  problems: InvitationProblems
  /** Counts the refusals, so that a view can focus the first problem after each of them. */
  refusals: number
  failure: CallFailure | null
}

const looked = ({ event }: { event: { output: LinkAnswer } }) => ({ answer: event.output })
const accepted = ({ event }: { event: { output: Acceptance } }) => ({ answer: event.output })
const noteFailure = { type: 'noteFailure', params: ({ event }: { event: { error: unknown } }) => event } as const

/** A one-time link: checks it, sets a password, and signs the person in for the first time (ACC-1, ACC-2). */
export const invitationMachine = setup({
  types: {} as {
    context: InvitationContext
    events: InvitationEvent
    tags: 'looking' | 'dead' | 'taken' | 'error' | 'occupied' | 'choosing' | 'failed' | 'busy' | 'joined' | 'entered'
  },
  actors: {
    /** Reports the link in the address (and removes it from the address), and each further link opened in this tab. */
    watchLink: callbackNotProvided('invitation.watchLink'),
    watchSession: callbackNotProvided('invitation.watchSession'),
    look: promiseNotProvided<LinkAnswer, { token: string }>('invitation.look'),
    accept: promiseNotProvided<Acceptance, AcceptBody>('invitation.accept'),
    /** Resolves once the session is stored; rejects if the sign-in was refused. */
    signIn: promiseNotProvided<void, Joined>('invitation.signIn'),
  },
  actions: {
    logFailure: effectNotProvided<{ message: string; error: unknown }>('invitation.logFailure'),
    signOut: effectNotProvided('invitation.signOut'),
    showDashboard: effectNotProvided('invitation.showDashboard'),
    takeToken: assign((_, { token }: { token: string }) => ({ token, invitation: null, problems: {}, failure: null })),
    takeName: assign((_, { name }: { name: string | null }) => ({ signedIn: name ?? '' })),
    takeInvitation: assign((_, { answer }: { answer: LinkAnswer }) =>
      answer.kind === 'found' ? { invitation: answer.invitation } : {},
    ),
    noteBrokenRules: assign(({ context }, { entered }: { entered: EnteredInvitation }) => ({
      problems: invitationProblems(kindOf(context), entered),
      refusals: context.refusals + 1,
    })),
    noteRefusal: assign(({ context }, { answer }: { answer: Acceptance }) => afterRefusal(context, answer)),
    noteFailure: assign((_, { error }: { error: unknown }) => ({ failure: callFailureOf(error) })),
    dropProblem: assign(({ context }, { field }: { field: InvitationField }) => {
      const { [field]: _, ...problems } = context.problems
      return { problems }
    }),
    clear: assign({ problems: {}, failure: null }),
    goOn: raise((_, { answer }: { answer: Acceptance }): InvitationEvent => joinedEvent(answer)),
  },
  guards: {
    isLink: (_, { token }: { token: string }) => token !== '',
    isSomebody: (_, { name }: { name: string | null }) => name !== null,
    isFound: (_, { answer }: { answer: LinkAnswer }) => answer.kind === 'found',
    isOccupied: stateIn({ session: 'somebody' }),
    isFree: stateIn({ session: 'nobody' }),
    breaksRules: ({ context }, { entered }: { entered: EnteredInvitation }) =>
      Object.keys(invitationProblems(kindOf(context), entered)).length > 0,
    isAccepted: (_, { answer }: { answer: Acceptance }) => answer.kind === 'accepted',
    isDead: (_, { answer }: { answer: Acceptance }) => answer.kind === 'dead',
    isTaken: (_, { answer }: { answer: Acceptance }) => answer.kind === 'taken',
    namesFields: ({ context }, { answer }: { answer: Acceptance }) => namesFields(context, answer),
  },
}).createMachine({
  id: 'invitation',
  meta: { requirements: ['ACC-1', 'ACC-2'] },
  context: { token: '', signedIn: '', invitation: null, problems: {}, refusals: 0, failure: null },
  type: 'parallel',
  states: {
    session: {
      description: 'Whether a user is already signed in in this browser: the link may belong to another person.',
      initial: 'unknown',
      invoke: { src: 'watchSession', onError: { target: '.nobody', actions: failed('Sessão não observada.') } },
      on: {
        'session.known': [
          {
            guard: { type: 'isSomebody', params: ({ event }) => event },
            target: '.somebody',
            actions: { type: 'takeName', params: ({ event }) => event },
          },
          { target: '.nobody' },
        ],
      },
      states: { unknown: {}, nobody: {}, somebody: {} },
    },
    link: {
      description: 'Whether the link is valid, and the steps to use it.',
      initial: 'arriving',
      invoke: { src: 'watchLink', onError: { target: '.dead', actions: failed('Link não lido.') } },
      on: {
        'link.opened': [
          {
            guard: { type: 'isLink', params: ({ event }) => event },
            target: '.looking',
            actions: { type: 'takeToken', params: ({ event }) => event },
          },
          { target: '.dead' },
        ],
      },
      states: {
        arriving: { description: 'The address has not been read yet.', tags: 'looking' },
        looking: {
          tags: 'looking',
          invoke: {
            src: 'look',
            input: ({ context: { token } }) => ({ token }),
            onDone: [
              {
                guard: { type: 'isFound', params: looked },
                target: 'found',
                actions: { type: 'takeInvitation', params: looked },
              },
              { target: 'dead' },
            ],
            onError: { target: 'unavailable', actions: [failed('Link não consultado.'), noteFailure] },
          },
        },
        dead: { description: 'The link does not exist, was used or replaced, or has expired.', tags: 'dead' },
        taken: { description: 'The customer already has an administrator (ACC-1).', tags: 'taken' },
        unavailable: { tags: 'error', on: { 'invitation.retry': { target: 'looking', actions: 'clear' } } },
        found: {
          description: 'Waits until it is known whether a user is signed in.',
          tags: 'looking',
          always: [
            { guard: 'isOccupied', target: 'occupied' },
            { guard: 'isFree', target: 'choosing' },
          ],
        },
        occupied: {
          description: 'A user is signed in in this browser and must sign out first.',
          tags: 'occupied',
          always: { guard: 'isFree', target: 'choosing' },
          on: { 'invitation.signOut': { actions: 'signOut' } },
        },
        choosing: {
          description: 'The form waits for input; the substate is the result of the last attempt.',
          tags: 'choosing',
          initial: 'untried',
          always: { guard: 'isOccupied', target: 'occupied' },
          on: {
            'invitation.accept': [
              {
                guard: { type: 'breaksRules', params: ({ event }) => event },
                target: '.refused',
                actions: ['clear', { type: 'noteBrokenRules', params: ({ event }) => event }],
              },
              { target: 'accepting', actions: 'clear' },
            ],
            'invitation.edited': { actions: { type: 'dropProblem', params: ({ event }) => event } },
          },
          states: { untried: {}, refused: {}, failed: { tags: 'failed' } },
        },
        accepting: {
          tags: ['choosing', 'busy'],
          invoke: {
            src: 'accept',
            input: ({ context, event }) => {
              assertEvent(event, 'invitation.accept')
              return acceptBodyOf(kindOf(context), context.token, event.entered)
            },
            onDone: [
              { guard: { type: 'isAccepted', params: accepted }, actions: { type: 'goOn', params: accepted } },
              { guard: { type: 'isDead', params: accepted }, target: 'dead' },
              { guard: { type: 'isTaken', params: accepted }, target: 'taken' },
              {
                guard: { type: 'namesFields', params: accepted },
                target: 'choosing.refused',
                actions: { type: 'noteRefusal', params: accepted },
              },
              { target: 'choosing.failed', actions: { type: 'noteRefusal', params: accepted } },
            ],
            onError: { target: 'choosing.failed', actions: [failed('Convite não aceito.'), noteFailure] },
          },
          on: { 'invitation.accepted': 'signingIn', 'link.opened': {} },
        },
        signingIn: {
          description: 'The link is used up; the session flow signs in with the new credentials.',
          tags: ['choosing', 'busy'],
          invoke: {
            src: 'signIn',
            input: ({ event }) => {
              assertEvent(event, 'invitation.accepted')
              return event.joined
            },
            onDone: { target: 'entered', actions: 'showDashboard' },
            onError: { target: 'joined', actions: failed('Primeira entrada recusada.') },
          },
          on: { 'link.opened': {} },
        },
        joined: { description: 'The password is set; the person must sign in.', tags: 'joined' },
        entered: { description: 'The dashboard is shown.', tags: 'entered' },
      },
    },
  },
})

function kindOf({ invitation }: InvitationContext): Invitation['kind'] {
  return invitation?.kind ?? 'join'
}

function namesFields(context: InvitationContext, answer: Acceptance): boolean {
  return (
    answer.kind === 'refused' && Object.keys(refusedFields(invitationFields(kindOf(context)), answer.fields)).length > 0
  )
}

function afterRefusal(context: InvitationContext, answer: Acceptance): Partial<InvitationContext> {
  if (answer.kind !== 'refused') return {}
  if (!namesFields(context, answer)) return { failure: { status: 422, message: answer.message } }
  return { problems: refusedFields(invitationFields(kindOf(context)), answer.fields), refusals: context.refusals + 1 }
}

/** Throws unless the link was accepted. */
function joinedEvent(answer: Acceptance): InvitationEvent {
  if (answer.kind !== 'accepted') throw new Error(`expected an 'accepted' answer, got ${answer.kind}`)
  return { type: 'invitation.accepted', joined: answer.joined }
}
