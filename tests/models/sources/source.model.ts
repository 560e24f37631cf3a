import { setup } from 'xstate'
import { entry } from '../parts/journal.ts'
import { modelActions } from '../parts/model-actions.ts'
import type { ModelContext } from '../parts/path-runner.ts'

export interface SourceModelContext extends ModelContext {
  service: 'server' | 'deviceService' | 'health'
  isSeen: boolean
  isCutOff: boolean
  /** Whether the page may be about to end, and cut its calls. */
  isLeaving: boolean
  /** When the next probe is due; null if no probe is planned. */
  dueAt: number | null
  heardAt: number | null
  cutOffAt: number | null
}

export type SourceModelEvent =
  | { type: 'call.isAnswered' }
  | { type: 'call.isUnanswered' }
  | { type: 'call.isRemembered' }
  | { type: 'calls.areUnobserved' }
  | { type: 'server.isLost' }
  | { type: 'deviceService.isLost' }
  | { type: 'health.isLost' }
  | { type: 'probe.isAnswered' }
  | { type: 'probe.isUnanswered' }
  | { type: 'socket.isLost' }
  | { type: 'socket.isRestored' }
  | { type: 'network.isLost' }
  | { type: 'network.returns' }
  | { type: 'page.shows' }
  | { type: 'page.hides' }
  | { type: 'page.leaves' }
  | { type: 'page.stays' }
  | { type: 'due.passes' }

type Context = SourceModelContext
const everyMs = { answering: 15_000, resting: 1_000 } as const
const { did, logs, update } = modelActions<Context, SourceModelEvent>()

const waitsIn = (state: keyof typeof everyMs) => update(({ now }) => ({ dueAt: now + everyMs[state] }))
const asks = update(({ did, service }) => ({ dueAt: null, did: [...did, entry('asks', 'probe', { service })] }))
const recordsAnswer = update(({ now }) => ({ heardAt: now }))
/** Time of the last known data, in milliseconds after the start of the page. */
export const rememberedAt = -60_000
const remembers = update(({ heardAt }) => ({ heardAt: heardAt ?? rememberedAt }))
const reportsLost = update(({ did, service }) => ({ did: [...did, entry('reports', `${service}.lost`)] }))
const reportsRestored = update(({ did, service }) => ({ did: [...did, entry('reports', `${service}.restored`)] }))
/** Moves the clock to the deadline, whether or not a probe starts then. */
const passes = update(({ dueAt, now }) => ({ now: dueAt ?? now, dueAt: null }))

/**
 * LIVE-1, LIVE-2: a service is probed only after a sign of failure, also of another service, and then until it answers; the
 * device service is probed at the start, because no other call of the dashboard asks it.
 * LIVE-4: a page that may be about to end calls no service unreachable.
 */
export const sourceModel = setup({
  types: {} as { context: Context; events: SourceModelEvent; input: { service: Context['service'] } },
  guards: {
    isSeen: ({ context }) => context.isSeen,
    isCutOff: ({ context }) => context.isCutOff,
    isCutOffAndSeen: ({ context }) => context.isCutOff && context.isSeen,
    isLeaving: ({ context }) => context.isLeaving,
    isServerCutOff: ({ context }) => context.isCutOff && context.service === 'server',
    isDeviceService: ({ context }) => context.service === 'deviceService',
  },
}).createMachine({
  id: 'source model',
  context: ({ input }) => ({
    now: 0,
    did: [entry('asks', 'calls', input)],
    service: input.service,
    isSeen: true,
    isCutOff: false,
    isLeaving: false,
    dueAt: null,
    heardAt: null,
    cutOffAt: null,
  }),
  type: 'parallel',
  states: {
    surroundings: {
      on: {
        'page.shows': { actions: update(() => ({ isSeen: true })) },
        'page.hides': { actions: update(() => ({ isSeen: false })) },
        'page.leaves': { actions: update(() => ({ isLeaving: true })) },
        'page.stays': { actions: update(() => ({ isLeaving: false })) },
        'socket.isLost': { actions: update(({ now }) => ({ isCutOff: true, cutOffAt: now })) },
        'socket.isRestored': { actions: update(() => ({ isCutOff: false, cutOffAt: null })) },
        'call.isAnswered': { guard: 'isServerCutOff', actions: did(entry('reports', 'server.reached')) },
        'calls.areUnobserved': { actions: logs('Respostas do serviço não observadas.') },
      },
    },
    service: {
      initial: 'opening',
      on: { 'call.isRemembered': { target: '.resting', actions: [remembers, waitsIn('resting')] } },
      states: {
        opening: {
          always: [
            { guard: 'isDeviceService', target: 'doubted', actions: asks },
            { target: 'answering', actions: waitsIn('answering') },
          ],
        },
        answering: {
          on: {
            'call.isAnswered': { actions: recordsAnswer },
            'call.isUnanswered': { target: 'doubted', actions: asks },
            'server.isLost': { target: 'doubted', actions: asks },
            'deviceService.isLost': { target: 'doubted', actions: asks },
            'health.isLost': { target: 'doubted', actions: asks },
            'socket.isLost': { target: 'doubted', actions: asks },
            'page.shows': { guard: 'isCutOff', target: 'doubted', actions: asks },
            'network.isLost': { target: 'resting', actions: [reportsLost, waitsIn('resting')] },
            'due.passes': [
              { guard: 'isCutOffAndSeen', target: 'doubted', actions: [passes, asks] },
              { actions: passes },
            ],
          },
        },
        doubted: {
          tags: 'doubted',
          on: {
            'call.isAnswered': { target: 'answering', actions: [recordsAnswer, waitsIn('answering')] },
            'probe.isAnswered': { target: 'answering', actions: waitsIn('answering') },
            'probe.isUnanswered': [
              { guard: 'isLeaving', target: 'held', actions: waitsIn('resting') },
              { target: 'resting', actions: [reportsLost, waitsIn('resting')] },
            ],
            'network.isLost': { target: 'resting', actions: [reportsLost, waitsIn('resting')] },
          },
        },
        held: {
          on: {
            'call.isAnswered': { target: 'answering', actions: [recordsAnswer, waitsIn('answering')] },
            'network.isLost': { target: 'resting', actions: [reportsLost, waitsIn('resting')] },
            'due.passes': { target: 'doubted', actions: [passes, asks] },
          },
        },
        resting: {
          tags: 'away',
          on: {
            'call.isAnswered': { target: 'answering', actions: [recordsAnswer, reportsRestored, waitsIn('answering')] },
            'network.returns': { target: 'asking', actions: asks },
            'socket.isRestored': { target: 'asking', actions: asks },
            'page.shows': { target: 'asking', actions: asks },
            'due.passes': [{ guard: 'isSeen', target: 'asking', actions: [passes, asks] }, { actions: passes }],
          },
        },
        asking: {
          tags: 'away',
          on: {
            'call.isAnswered': { target: 'answering', actions: [recordsAnswer, reportsRestored, waitsIn('answering')] },
            'probe.isAnswered': { target: 'answering', actions: [reportsRestored, waitsIn('answering')] },
            'probe.isUnanswered': { target: 'resting', actions: waitsIn('resting') },
          },
        },
      },
    },
  },
})
