import { assertEvent, assign, raise, setup, stateIn } from 'xstate'
import type { Invitation } from '../../../contract/wire/answers/people.ts'
import type { AcceptBody } from '../../../contract/wire/requests/people.ts'
import type { LinkAnswer } from '../../services/invitation/invitation-api.ts'
import { type CallFailure, callFailureOf } from '../parts/call-failure.ts'
import { failed } from '../parts/failed.ts'
import { callbackNotProvided, effectNotProvided, promiseNotProvided } from '../parts/not-provided.ts'
import type { Acceptance, InvitationEvent, Joined } from './invitation-protocol.ts'
import {
  acceptBodyOf,
  type EnteredInvitation,
  type InvitationField,
  type InvitationProblems,
  invitationProblems,
  refusedFields,
} from './invitation-rules.ts'

/** No password ever stands here: it goes from the event to the call, and with its answer to the sign-in. */
interface InvitationContext {
  /** The link's secret; '' where there is none. */
  token: string
  /** Who is signed in in this browser, by name. */
  signedIn: string
  invitation: Invitation | null
  problems: InvitationProblems
  /** How often problems were found, so that a view can lead to the first one each time. */
  refusals: number
  failure: CallFailure | null
}

const looked = ({ event }: { event: { output: LinkAnswer } }) => ({ answer: event.output })
const accepted = ({ event }: { event: { output: Acceptance } }) => ({ answer: event.output })
const noteFailure = { type: 'noteFailure', params: ({ event }: { event: { error: unknown } }) => event } as const

/** A one-time link: whom it is for, the password that is chosen by it, and the first sign-in (ACC-1, ACC-2). */
export const invitationMachine = setup({
  types: {} as {
    context: InvitationContext
    events: InvitationEvent
    tags: 'looking' | 'dead' | 'taken' | 'error' | 'occupied' | 'choosing' | 'failed' | 'busy' | 'joined' | 'entered'
  },
  actors: {
    /** Tells the link in the address, which is taken out of it, and each other one that is opened in this tab. */
    watchLink: callbackNotProvided('invitation.watchLink'),
    watchSession: callbackNotProvided('invitation.watchSession'),
    look: promiseNotProvided<LinkAnswer, { token: string }>('invitation.look'),
    accept: promiseNotProvided<Acceptance, AcceptBody>('invitation.accept'),
    /** Resolves once the session stands; rejects where it was refused. */
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
      description: 'Whether somebody is signed in in this browser already: a link may be another person’s.',
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
      description: 'What the link is good for, and what is done with it.',
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
        dead: { description: 'No such link, or it was used, replaced or is over.', tags: 'dead' },
        taken: { description: 'There is an administrator by now (ACC-1).', tags: 'taken' },
        unavailable: { tags: 'error', on: { 'invitation.retry': { target: 'looking', actions: 'clear' } } },
        found: {
          description: 'Who is signed in here is waited for.',
          tags: 'looking',
          always: [
            { guard: 'isOccupied', target: 'occupied' },
            { guard: 'isFree', target: 'choosing' },
          ],
        },
        occupied: {
          description: 'Somebody is signed in in this browser, and signs out first.',
          tags: 'occupied',
          always: { guard: 'isFree', target: 'choosing' },
          on: { 'invitation.signOut': { actions: 'signOut' } },
        },
        choosing: {
          description: 'The form waits for a person; its state is how the last try went.',
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
          description: 'The link is used up; the session flow signs in with what was chosen.',
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
        joined: { description: 'The password stands; it is for the person to sign in.', tags: 'joined' },
        entered: { description: 'The dashboard is shown.', tags: 'entered' },
      },
    },
  },
})

function kindOf({ invitation }: InvitationContext): Invitation['kind'] {
  return invitation?.kind ?? 'join'
}

function namesFields(context: InvitationContext, answer: Acceptance): boolean {
  return answer.kind === 'refused' && Object.keys(refusedFields(kindOf(context), answer.fields)).length > 0
}

function afterRefusal(context: InvitationContext, answer: Acceptance): Partial<InvitationContext> {
  if (answer.kind !== 'refused') return {}
  if (!namesFields(context, answer)) return { failure: { status: 422, message: answer.message } }
  return { problems: refusedFields(kindOf(context), answer.fields), refusals: context.refusals + 1 }
}

/** Throws unless the link was accepted. */
function joinedEvent(answer: Acceptance): InvitationEvent {
  if (answer.kind !== 'accepted') throw new Error(`nobody has joined: ${answer.kind}`)
  return { type: 'invitation.accepted', joined: answer.joined }
}
