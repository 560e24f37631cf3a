import { assert, asyncProperty } from 'fast-check'
import { expect } from 'vitest'
import { circuitStateOf } from '../../../contract/devices/breaker-rules.ts'
import { type Rule, testRules } from '../parts/rules.ts'
import { commands, onceBroken } from './device-sequences.ts'
import { DeviceWalk } from './device-walk.ts'

const seed = 20260302

/** Walks random sequences of commands; checks after each command and at the end. */
function walkAll({ always, atTheEnd }: Required<Rule<DeviceWalk>>): Promise<void> {
  return assert(
    asyncProperty(commands, async (sequence) => {
      const walk = new DeviceWalk()
      for (const command of sequence) {
        await walk.step(command)
        always(walk)
      }
      atTheEnd(walk)
      walk.world.close()
    }),
    { seed, numRuns: 1_000, examples: onceBroken.map((sequence) => [[...sequence]]) },
  )
}

const closed = { state: 'CLOSED', failureCount: 0, lastFailureTime: null, trialStartedAt: null }

function isMarked({ state, failureCount }: { state: string; failureCount: number }): boolean {
  return state !== 'CLOSED' || failureCount > 0
}

testRules<DeviceWalk>(walkAll, {
  'every circuit has the state of the rules after any sequence of commands': {
    always: ({ world, references }) => {
      for (const [wordCode, { state, failureCount, lastFailureTime, trialStartedAt }] of references) {
        const circuit = world.circuit(wordCode)
        const actual = circuit ? { ...circuit.context, state: circuitStateOf(circuit) } : closed
        expect(actual).toMatchObject({ state, failureCount, lastFailureTime, trialStartedAt })
      }
    },
  },
  'calls are let through, refused and retried exactly by the rules, and their errors contain the right numbers': {
    always: ({ surprises }) => {
      expect(surprises).toEqual([])
    },
  },
  'a half-open circuit never has two trials that count (CB-5)': {
    always: (walk) => {
      for (const wordCode of walk.references.keys()) expect(walk.trialsOf(wordCode)).toBeLessThanOrEqual(1)
    },
  },
  'a breaker exists exactly while it has failures or a view watches the device (CB-8)': {
    always: ({ world, references }) => {
      const lasting = [...references].filter(([, each]) => isMarked(each) || each.watchers > 0)
      expect(world.breakers.toSorted()).toEqual(lasting.map(([wordCode]) => wordCode).toSorted())
    },
  },
  'the tab stores exactly the circuits with failures, in their current state': {
    always: ({ world, references }) => {
      const marked = [...references].filter(([, each]) => isMarked(each))
      expect([...world.stored.keys()].toSorted()).toEqual(marked.map(([wordCode]) => wordCode).toSorted())
      for (const [wordCode, { state, failureCount, lastFailureTime, trialStartedAt }] of marked) {
        const expected = { wordCode, condominiumId: 'c1', state, failureCount, lastFailureTime, trialStartedAt }
        expect(world.stored.get(wordCode)).toMatchObject(expected)
      }
    },
  },
  'each transition begins in the state in which the previous transition ended': {
    atTheEnd: ({ world, references }) => {
      for (const wordCode of references.keys()) {
        let state: string = 'CLOSED'
        for (const move of world.moves.filter((each) => each.wordCode === wordCode)) {
          expect(move.from).toBe(state)
          state = move.to
        }
      }
    },
  },
  'every refusal is reported once, with its period': {
    atTheEnd: ({ world, references }) => {
      world.calls.circuits.reportAllRefusals()
      for (const [wordCode, { refusals }] of references) {
        const all = [...world.moves, ...world.refusals]
        const reported = all.filter((move) => move.wordCode === wordCode).map(({ refused }) => refused)
        const unreported = world.circuit(wordCode)?.context.refused ?? 0
        expect(reported.reduce((sum, each) => sum + each, unreported)).toBe(refusals)
      }
    },
  },
})
