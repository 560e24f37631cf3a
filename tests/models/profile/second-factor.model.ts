import { setup } from 'xstate'
import { entry } from '../parts/journal.ts'
import { modelActions } from '../parts/model-actions.ts'
import type { ModelContext } from '../parts/path-runner.ts'

export const code = '123456'
export const recoveryCodes = ['AAAA-BBBB-CCCC-DDDD', 'EEEE-FFFF-GGGG-HHHH']

export interface SecondFactorModelContext extends ModelContext {
  /** Whether the second factor is set; null before the first answer. */
  isSet: boolean | null
  isOffered: boolean
  areCodesShown: boolean
  failure: string | null
  /** Whether the panel can ask for the password. */
  canProve: boolean
}

export type SecondFactorModelEvent =
  | { type: 'person.opensPage' }
  | { type: 'person.begins' }
  | { type: 'person.entersCode' }
  | { type: 'person.keepsCodes' }
  | { type: 'person.removes' }
  | { type: 'person.leaves' }
  | { type: 'server.hasNone' }
  | { type: 'server.finds'; isSet: boolean }
  | { type: 'server.offers' }
  | { type: 'server.confirms' }
  | { type: 'server.removes' }
  | { type: 'server.fails'; text: string }
  | { type: 'proof.breaks' }

const { did, logs, update } = modelActions<SecondFactorModelContext, SecondFactorModelEvent>()
const forgets = update(() => ({ isOffered: false, areCodesShown: false, failure: null }))
const tries = update(() => ({ failure: null }))
const fails = update((_, event) => ('text' in event ? { failure: event.text } : {}))
const finds = update((_, event) => ('isSet' in event ? { isSet: event.isSet } : {}))
const wants = { 'person.opensPage': 'loading' } as const

/**
 * SES-12: a secret has no effect before its code; the page shows recovery codes until the person has stored them; a
 * failure appears at its step.
 */
export const secondFactorModel = setup({
  types: {} as { context: SecondFactorModelContext; events: SecondFactorModelEvent },
  guards: { isSet: ({ event }) => event.type === 'server.finds' && event.isSet },
}).createMachine({
  id: 'second factor model',
  context: { now: 0, did: [], isSet: null, isOffered: false, areCodesShown: false, failure: null, canProve: false },
  initial: 'unasked',
  states: {
    unasked: { tags: 'unknown', on: wants },
    loading: {
      tags: 'unknown',
      entry: [forgets, did(entry('asks', 'load'))],
      on: {
        'person.opensPage': { target: 'loading', reenter: true },
        'server.hasNone': 'absent',
        'server.finds': [
          { guard: 'isSet', target: 'on', actions: finds },
          { target: 'off', actions: finds },
        ],
        'server.fails': { target: 'failed', actions: logs('Verificação em duas etapas não carregada.') },
      },
    },
    absent: { tags: 'absent' },
    failed: { tags: 'error', on: wants },
    off: {
      tags: 'off',
      on: { ...wants, 'person.begins': { target: 'offering', actions: tries }, 'person.leaves': { actions: forgets } },
    },
    offering: {
      tags: ['off', 'busy'],
      entry: [did(entry('asks', 'offer'), entry('asks', 'proof')), update(() => ({ canProve: true }))],
      exit: update(() => ({ canProve: false })),
      on: {
        'proof.breaks': {
          actions: [update(() => ({ canProve: false })), logs('A pergunta pela senha falhou.')],
        },
        'person.leaves': 'off',
        'server.offers': { target: 'offered', actions: update(() => ({ isOffered: true })) },
        'server.fails': { target: 'off', actions: [fails, logs('Segredo não criado.')] },
      },
    },
    offered: {
      tags: 'offered',
      on: {
        'person.entersCode': { target: 'confirming', actions: tries },
        'person.leaves': { target: 'off', actions: forgets },
      },
    },
    confirming: {
      tags: ['offered', 'busy'],
      entry: did(entry('asks', 'confirm', { code })),
      on: {
        'server.confirms': {
          target: 'codes',
          actions: update(() => ({ isOffered: false, areCodesShown: true })),
        },
        'server.fails': { target: 'offered', actions: [fails, logs('Segunda etapa não ativada.')] },
      },
    },
    codes: { tags: 'codes', on: { 'person.keepsCodes': 'loading' } },
    on: {
      tags: 'on',
      on: { ...wants, 'person.removes': { target: 'removing', actions: tries }, 'person.leaves': { actions: forgets } },
    },
    removing: {
      tags: ['on', 'busy'],
      entry: did(entry('asks', 'remove', { code })),
      on: {
        'server.removes': 'loading',
        'server.fails': { target: 'on', actions: [fails, logs('Segunda etapa não desativada.')] },
      },
    },
  },
})
