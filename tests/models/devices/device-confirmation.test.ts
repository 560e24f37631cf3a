import { deviceDeedMachine } from '../../../src/machines/devices/commands/device-confirmation.machine.ts'
import { Coverage } from '../parts/coverage.ts'
import { nameOf, testCoverage, testPaths } from '../parts/path-runner.ts'
import { runUnderRecorder } from '../parts/production-actor.ts'
import {
  type Deed,
  type DeedModelContext,
  type DeedModelEvent,
  deedModel,
  deeds,
  type Typing,
  typings,
} from './device-confirmation.model.ts'

const coverage = new Coverage(deviceDeedMachine)

const startDeed = () => runUnderRecorder(coverage.watch(deviceDeedMachine.provide({})), { inspect: coverage.inspect })

/** MBT-1. */
testPaths<DeedModelContext, DeedModelEvent, ReturnType<typeof startDeed>>('the question before a deed', {
  model: deedModel,
  events: [
    ...(Object.keys(deeds) as Deed[]).map((deed) => ({ type: 'person.asks', deed }) as const),
    ...(Object.keys(typings) as Typing[]).map((typing) => ({ type: 'person.confirms', typing }) as const),
    { type: 'person.types' },
    { type: 'person.leaves' },
  ],
  // Nobody confirms before anything was asked.
  possible: ({ type }, { context }) => type !== 'person.confirms' || context.deed !== null,
  key: ({ value, context }) =>
    `${nameOf(value)} ${context.deed} ${context.hasProblem} ${Math.min(context.refusals, 2)}`,
  start: startDeed,
  perform: {
    'person.asks': ({ send }, { deed }) => send({ type: 'deed.ask', deed: deeds[deed].deed }),
    'person.confirms': ({ send, snapshot }, { typing }) => {
      const { deed } = snapshot().context
      if (deed !== null) send({ type: 'deed.confirm', deed, typed: typings[typing].typed })
    },
    'person.types': ({ send }) => send({ type: 'deed.edited' }),
    'person.leaves': ({ send }) => send({ type: 'deed.drop' }),
  },
  expected: ({ value, context: { deed, hasProblem, refusals } }) => ({
    state: nameOf(value),
    tags: value === 'asked' ? ['asked'] : [],
    deed: deed === null ? null : deeds[deed].deed,
    hasProblem,
    refusals,
  }),
  actual: ({ snapshot }) => {
    const { deed, problem, refusals } = snapshot().context
    return {
      state: nameOf(snapshot().value),
      tags: [...snapshot().tags],
      deed,
      hasProblem: problem !== '',
      refusals,
    }
  },
})

testCoverage(coverage)
