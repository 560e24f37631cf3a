import { assign, setup } from 'xstate'
import type { NewWallLink, WallLink } from '../../../contract/wire/answers/wall.ts'
import { callFailureOf } from '../parts/call-failure.ts'
import { failed } from '../parts/failed.ts'
import { effectNotProvided, machineNotProvided, promiseNotProvided } from '../parts/not-provided.ts'
import type { proofMachine } from '../parts/proof.machine.ts'

interface WallLinksContext {
  links: readonly WallLink[]
  /** The last created link with its secret, while it is shown. */
  made: NewWallLink | null
  /** The name of the link to create, or the id of the link to revoke. */
  subject: string
  /** Why the last action failed, as a text for the user. */
  failure: { of: 'make' | 'revoke'; text: string } | null
  /** Number of links revoked by the last action. */
  revoked: number
}

export type WallLinksEvent =
  | { type: 'links.want' }
  | { type: 'links.make'; name: string }
  | { type: 'links.revoke'; id: string }
  /** The page of the links was left. */
  | { type: 'links.left' }

/** The user's own links to the wall view (INC-8). The secret of a link is shown only once. */
export const wallLinksMachine = setup({
  types: {} as {
    context: WallLinksContext
    events: WallLinksEvent
    children: { proof: 'proof' }
    tags: 'unknown' | 'absent' | 'error' | 'making' | 'revoking'
  },
  actors: {
    /** Resolves with null if the server has no wall view. */
    loadLinks: promiseNotProvided<WallLink[] | null>('wallLinks.loadLinks'),
    make: promiseNotProvided<NewWallLink, { name: string }>('wallLinks.make'),
    proof: machineNotProvided<typeof proofMachine>(),
    revoke: promiseNotProvided<void, { id: string }>('wallLinks.revoke'),
  },
  actions: {
    logFailure: effectNotProvided<{ message: string; error: unknown }>('wallLinks.logFailure'),
    takeList: assign((_, { links }: { links: readonly WallLink[] | null }) => ({ links: links ?? [] })),
    beginChange: assign((_, { subject }: { subject: string }) => ({ subject, made: null, failure: null, revoked: 0 })),
    takeMade: assign(({ context }, { made }: { made: NewWallLink }) => ({ made, links: [made, ...context.links] })),
    dropRevoked: assign(({ context: { links, subject } }) => ({
      links: links.filter(({ id }) => id !== subject),
      revoked: 1,
    })),
    noteFailure: assign((_, { of, error }: { of: 'make' | 'revoke'; error: unknown }) => ({
      failure: { of, text: callFailureOf(error).message },
    })),
    forget: assign({ made: null, failure: null, revoked: 0 }),
  },
  guards: {
    isNone: (_, { links }: { links: readonly WallLink[] | null }) => links === null,
  },
}).createMachine({
  id: 'wallLinks',
  meta: { requirements: ['INC-8'] },
  context: { links: [], made: null, subject: '', failure: null, revoked: 0 },
  description: 'The list of links, and one change at a time.',
  initial: 'unasked',
  on: { 'links.left': { actions: 'forget' } },
  states: {
    unasked: { tags: 'unknown', on: { 'links.want': 'loading' } },
    loading: {
      tags: 'unknown',
      on: { 'links.want': { target: 'loading', reenter: true } },
      invoke: {
        src: 'loadLinks',
        onDone: [
          { guard: { type: 'isNone', params: loaded }, target: 'absent' },
          { target: 'listed', actions: { type: 'takeList', params: loaded } },
        ],
        onError: { target: 'failed', actions: failed('Links do modo plantão não carregados.') },
      },
    },
    absent: { description: 'This server has no wall view.', tags: 'absent' },
    failed: { tags: 'error', on: { 'links.want': 'loading' } },
    listed: {
      on: {
        'links.want': 'loading',
        'links.make': {
          target: 'making',
          actions: { type: 'beginChange', params: ({ event }) => ({ subject: event.name }) },
        },
        'links.revoke': {
          target: 'revoking',
          actions: { type: 'beginChange', params: ({ event }) => ({ subject: event.id }) },
        },
      },
    },
    making: {
      tags: 'making',
      invoke: [
        {
          src: 'make',
          input: ({ context }) => ({ name: context.subject }),
          onDone: {
            target: 'listed',
            actions: { type: 'takeMade', params: ({ event }) => ({ made: event.output }) },
          },
          onError: {
            target: 'listed',
            actions: [failed('Link do modo plantão não criado.'), refused('make')],
          },
        },
        { id: 'proof', src: 'proof', onError: { actions: failed('A pergunta pela senha falhou.') } },
      ],
    },
    revoking: {
      tags: 'revoking',
      invoke: {
        src: 'revoke',
        input: ({ context }) => ({ id: context.subject }),
        onDone: { target: 'listed', actions: 'dropRevoked' },
        onError: {
          target: 'listed',
          actions: [failed('Link do modo plantão não revogado.'), refused('revoke')],
        },
      },
    },
  },
})

function refused(of: 'make' | 'revoke') {
  return {
    type: 'noteFailure',
    params: ({ event }: { event: { error: unknown } }) => ({ of, error: event.error }),
  } as const
}

function loaded({ event }: { event: { output: WallLink[] | null } }) {
  return { links: event.output }
}
