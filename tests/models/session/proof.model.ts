import { setup } from 'xstate'
import { entry } from '../parts/journal.ts'
import { modelActions } from '../parts/model-actions.ts'
import type { ModelContext } from '../parts/path-runner.ts'

export interface ProofModelContext extends ModelContext {
  problems: { password?: string; code?: string }
  needsCode: boolean
  refusals: number
}

export type ProofModelEvent =
  | { type: 'call.needsProof' }
  | { type: 'person.enters'; password: string; code?: string }
  | { type: 'person.cancels' }
  | { type: 'server.accepts' }
  | { type: 'server.refuses'; text: string }
  | { type: 'server.refusesCode'; text: string }
  | { type: 'server.fails'; text: string }

const { did, logs, update } = modelActions<ProofModelContext, ProofModelEvent>()
const answers = (isProven: boolean) => did(`sends questions proof.answered ${JSON.stringify({ isProven })}`)
const asks = update(({ did }, event) =>
  event.type === 'person.enters'
    ? { did: [...did, entry('asks', 'prove', { password: event.password, ...(event.code && { code: event.code }) })] }
    : {},
)
const notes = update(({ refusals }, event) =>
  'text' in event ? { problems: { password: event.text }, refusals: refusals + 1 } : {},
)
const notesCode = update(({ refusals }, event) =>
  'text' in event ? { problems: { code: event.text }, needsCode: true, refusals: refusals + 1 } : {},
)

/**
 * ACC-4, SES-12: the panel asks once for the password, and for a code if the server requires a code; every waiting call
 * gets the result.
 */
export const proofModel = setup({
  types: {} as { context: ProofModelContext; events: ProofModelEvent },
}).createMachine({
  id: 'proof model',
  context: { now: 0, did: [entry('asks', 'questions')], problems: {}, needsCode: false, refusals: 0 },
  initial: 'unasked',
  states: {
    unasked: { on: { 'call.needsProof': { target: 'asking', actions: update(() => ({ problems: {} })) } } },
    asking: {
      tags: 'asking',
      on: {
        'person.enters': { target: 'proving', actions: asks },
        'person.cancels': { target: 'unasked', actions: answers(false) },
      },
    },
    proving: {
      tags: ['asking', 'busy'],
      on: {
        'server.accepts': { target: 'unasked', actions: answers(true) },
        'server.refuses': { target: 'asking', actions: notes },
        'server.refusesCode': { target: 'asking', actions: notesCode },
        'server.fails': { target: 'asking', actions: [notes, logs('Senha não conferida.')] },
      },
    },
  },
})
