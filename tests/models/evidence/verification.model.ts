import { setup } from 'xstate'
import { entry } from '../parts/journal.ts'
import { modelActions } from '../parts/model-actions.ts'
import type { ModelContext } from '../parts/path-runner.ts'

export interface VerificationModelContext extends ModelContext {
  asked: string
  told: string | null
  problem: string | null
}

export type VerificationModelEvent =
  | { type: 'person.asks'; name: string }
  | { type: 'file.isRead'; as: string }
  | { type: 'file.isNone'; text: string }

type Context = VerificationModelContext
const { update } = modelActions<Context, VerificationModelEvent>()
const asks = update(({ did }, event) =>
  event.type === 'person.asks'
    ? { asked: event.name, told: null, problem: null, did: [...did, entry('asks', 'verify', event.name)] }
    : {},
)

/** EVI-4: only the result for the last selected file is shown. */
export const verificationModel = setup({
  types: {} as { context: Context; events: VerificationModelEvent },
}).createMachine({
  id: 'verification model',
  context: { now: 0, did: [], asked: '', told: null, problem: null },
  initial: 'waiting',
  on: { 'person.asks': { target: '.verifying', actions: asks } },
  states: {
    waiting: {},
    verifying: {
      tags: 'busy',
      on: {
        'file.isRead': {
          target: 'told',
          actions: update((_, event) => (event.type === 'file.isRead' ? { told: event.as } : {})),
        },
        'file.isNone': {
          target: 'unread',
          actions: update(({ did }, event) =>
            event.type === 'file.isNone'
              ? { problem: event.text, did: [...did, entry('does', 'logFailure', 'Dossiê não verificado.')] }
              : {},
          ),
        },
      },
    },
    told: { tags: 'told' },
    unread: { tags: 'unread' },
  },
})
