import { setup } from 'xstate'
import { entry } from '../parts/journal.ts'
import { modelActions } from '../parts/model-actions.ts'
import type { ModelContext } from '../parts/path-runner.ts'
import { epoch } from '../parts/production-actor.ts'

export type Way = 'device' | 'pool' | 'database'

/** Results of an attempt, with the code for the audit and the text for the person. */
export const answers = {
  succeeds: { code: null, message: '' },
  isGone: { code: 'status 404', message: 'O dispositivo já foi excluído.' },
  isNotFound: { code: 'status 404', message: 'Dispositivo não encontrado.' },
  isNotGone: { code: 'status 404', message: 'Não encontrado.' },
  isUnauthorized: { code: 'status 401', message: '' },
  isForbidden: { code: 'status 403', message: 'Sem permissão.' },
  isInvalid: { code: 'status 422', message: 'Pedido inválido.' },
  isBusy: { code: 'status 409', message: 'Conexão em uso.' },
  breaks: { code: 'status 503', message: 'Serviço indisponível.' },
  isLate: { code: 'timeout', message: 'Demorou demais.' },
  isSilent: { code: 'no response', message: 'Sem resposta.' },
  isUnsent: { code: 'not sent', message: 'Sem rede.' },
} as const

export type Answer = keyof typeof answers

export interface DeleteModelContext extends ModelContext {
  wordCode: string
  tries: number
  message: string
  /** Code of the last attempt, for the audit. */
  code: string | null
  deletedBy: Way | null
}

export type DeleteModelEvent =
  | { type: 'try.ends'; answer: Answer }
  /** The call itself threw. */
  | { type: 'try.crashes' }
  | { type: 'pause.isOver' }

export const userId = 'u1'
export const reason = 'Leitor trocado'
export const crashText = 'Não foi possível chamar o serviço.'

const { update } = modelActions<DeleteModelContext, DeleteModelEvent>()
const did = (line: (context: DeleteModelContext, event: DeleteModelEvent) => string) =>
  update((context, event) => ({ did: [...context.did, line(context, event)] }))
const targetOf = ({ wordCode }: DeleteModelContext) => ({ wordCode, condominiumId: 'c1' })
const answerOf = (event: DeleteModelEvent): Answer => (event.type === 'try.ends' ? event.answer : 'succeeds')

const services: Record<Way, string> = {
  device: 'deleteFromDevice',
  pool: 'deleteFromPool',
  database: 'deleteFromDatabase',
}

/** AUD-2: every step is an audit record. */
const sends = (
  way: Way,
  codeOf: (event: DeleteModelEvent) => string | null = (event) => answers[answerOf(event)].code,
) =>
  did((context, event) => {
    const code = codeOf(event)
    const at = new Date(epoch + context.now).toISOString()
    const reason = way === 'database' ? way : `${way} ${context.tries}/2`
    const step = { ...targetOf(context), at, kind: 'delete-step', cause: 'delete', reason }
    return entry('reports', 'audit.noted', {
      entry: { ...step, ...(code !== null && { lastError: code }), durations: [0] },
    })
  })

/** LIVE-11: the command and its outcome are audit records, with the reason. */
const records = (outcome: string) =>
  did((context) => {
    const at = new Date(epoch + context.now).toISOString()
    const { code } = context
    const command = { at, ...targetOf(context), kind: 'command', cause: 'manual', command: 'delete', outcome, reason }
    return entry('reports', 'audit.noted', {
      entry: { ...command, ...(outcome !== 'succeeded' && code !== null && { lastError: code }) },
    })
  })

/**
 * One way to delete the device (DEV-5). 404 is success. 401, 403, 404 with `gone: false`, 422 and a missing network
 * (STATE-8) end the deletion; after any other failure the next way is tried.
 */
function trying(way: Way, onward: { guard?: 'isFirstTry'; target: string }[]) {
  const shows = update((_, event) => answers[answerOf(event)])
  return {
    entry: did((context) => entry('asks', services[way], { target: targetOf(context), userId })),
    on: {
      'try.ends': [
        {
          guard: 'isDone' as const,
          target: '#deleted',
          actions: [
            sends(way),
            update((_, event) => ({ deletedBy: answerOf(event) === 'succeeds' ? way : null })),
            did((context) => entry('reports', 'device.deleted', { wordCode: context.wordCode, way })),
          ],
        },
        { guard: 'isRefused' as const, target: '#refused', actions: [sends(way), shows] },
        { guard: 'isUnsent' as const, target: '#failed', actions: [sends(way), shows] },
        ...onward.map((next) => ({ ...next, actions: [sends(way), shows] })),
      ],
      'try.crashes': {
        target: '#failed',
        actions: [
          sends(way, () => 'crash'),
          did(() => entry('does', 'logFailure', 'A exclusão do dispositivo falhou.')),
          update(() => ({ message: crashText, code: 'crash' })),
        ],
      },
    },
  }
}

const pausing = { on: { 'pause.isOver': { target: 'trying', actions: update(({ now }) => ({ now: now + 1_000 })) } } }
const firstTry = update(() => ({ tries: 1 }))
const anotherTry = update(({ tries }) => ({ tries: tries + 1 }))

/** DEV-5: `{path}/{userId}/{wordCode}` twice, `pool` twice, `database` once, 1 s apart; the final error is shown. */
export const deleteModel = setup({
  types: {} as { context: DeleteModelContext; events: DeleteModelEvent; input: { wordCode: string } },
  guards: {
    isDone: ({ event }) => ['succeeds', 'isGone', 'isNotFound'].includes(answerOf(event)),
    isRefused: ({ event }) => ['isUnauthorized', 'isForbidden', 'isNotGone', 'isInvalid'].includes(answerOf(event)),
    isUnsent: ({ event }) => answerOf(event) === 'isUnsent',
    isFirstTry: ({ context }) => context.tries === 1,
  },
}).createMachine({
  id: 'device delete model',
  context: ({ input }) => ({ ...input, now: 0, did: [], tries: 1, message: '', code: null, deletedBy: null }),
  initial: 'device',
  entry: records('asked'),
  states: {
    device: {
      entry: firstTry,
      initial: 'trying',
      states: {
        trying: trying('device', [{ guard: 'isFirstTry', target: 'pausing' }, { target: '#pool' }]),
        pausing: { ...pausing, exit: anotherTry },
      },
    },
    pool: {
      id: 'pool',
      entry: firstTry,
      initial: 'trying',
      states: {
        trying: trying('pool', [{ guard: 'isFirstTry', target: 'pausing' }, { target: '#database' }]),
        pausing: { ...pausing, exit: anotherTry },
      },
    },
    database: {
      id: 'database',
      entry: firstTry,
      initial: 'trying',
      states: { trying: trying('database', [{ target: '#failed' }]) },
    },
    deleted: { id: 'deleted', entry: records('succeeded') },
    refused: { id: 'refused', entry: records('rejected') },
    failed: { id: 'failed', entry: records('failed') },
  },
})
