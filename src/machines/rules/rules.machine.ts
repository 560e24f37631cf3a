import { assign, setup } from 'xstate'
import type { RulesAnswer } from '../../../contract/wire/answers/rules.ts'
import { failed } from '../parts/failed.ts'
import { effectNotProvided, promiseNotProvided } from '../parts/not-provided.ts'

interface RulesContext {
  /** The day, as `YYYY-MM-DD`; '' for today. */
  on: string
  rules: RulesAnswer | null
}

export type RulesEvent =
  /** The page of a day was opened. */
  { type: 'rules.choose'; on: string } | { type: 'rules.reload' } | { type: 'server.restored' }

/** The rules that were in force on a day (EVI-10). */
export const rulesMachine = setup({
  types: {} as { context: RulesContext; events: RulesEvent; tags: 'loading' | 'error' },
  actors: { load: promiseNotProvided<RulesAnswer, { on: string }>('rules.load') },
  actions: {
    logFailure: effectNotProvided<{ message: string; error: unknown }>('rules.logFailure'),
    choose: assign((_, { on }: { on: string }) => ({ on, rules: null })),
    take: assign((_, { rules }: { rules: RulesAnswer }) => ({ rules })),
  },
}).createMachine({
  id: 'rules',
  description: 'Loaded when its page is opened; not updated after that.',
  meta: { requirements: ['EVI-10'] },
  context: { on: '', rules: null },
  initial: 'unasked',
  on: { 'rules.choose': { target: '.loading', actions: { type: 'choose', params: ({ event }) => event } } },
  states: {
    unasked: { tags: 'loading' },
    loading: {
      tags: 'loading',
      invoke: {
        src: 'load',
        input: ({ context: { on } }) => ({ on }),
        onDone: { target: 'shown', actions: { type: 'take', params: ({ event }) => ({ rules: event.output }) } },
        onError: { target: 'failed', actions: failed('Regras não carregadas.') },
      },
    },
    shown: {},
    failed: { tags: 'error', on: { 'rules.reload': 'loading', 'server.restored': 'loading' } },
  },
})
