import { expect, test } from 'vitest'
import { gateOpeningMachine } from '../../../src/machines/devices/openings/gate-opening.machine.ts'
import { Coverage } from '../parts/coverage.ts'
import { nameOf, testCoverage, testPaths } from '../parts/path-runner.ts'
import { epoch, runUnderRecorder } from '../parts/production-actor.ts'
import { StandIns } from '../parts/stand-ins.ts'
import { type OpeningModelContext, type OpeningModelEvent, openingModel, target } from './gate-opening.model.ts'

const coverage = new Coverage(gateOpeningMachine)

function startOpening({ isPressOpen = false } = {}) {
  const standIns = new StandIns()
  const isolation = { isSet: false }
  let keys = 0
  const machine = gateOpeningMachine.provide({
    actors: { send: standIns.promise('send') },
    actions: {
      keepPress: standIns.effect('keepPress', (_, { wordCode }) => wordCode),
      dropPress: standIns.effect('dropPress', (_, { wordCode }) => wordCode),
      logFailure: standIns.effect('logFailure', (_, { message }) => message),
    },
    guards: {
      isPressOpen: (_, { wordCode, withinMs }) => isPressOpen && wordCode === target.wordCode && withinMs === 13_000,
    },
  })
  const newKey = () => {
    keys += 1
    return `chave ${keys}`
  }
  const running = runUnderRecorder(coverage.watch(machine), {
    standIns,
    input: { target, userId: 'u1', newKey, isIsolated: () => isolation.isSet },
    inspect: coverage.inspect,
  })
  return { ...running, isolation }
}

testPaths<OpeningModelContext, OpeningModelEvent, ReturnType<typeof startOpening>>('the opening of a gate (OPEN-2)', {
  model: openingModel,
  events: [
    { type: 'person.presses' },
    { type: 'person.confirms', typed: ' Entrega ' },
    { type: 'person.confirms', typed: ' ' },
    { type: 'person.types' },
    { type: 'person.drops' },
    { type: 'person.isolates' },
    ...(['opened', 'refused', 'unsent', 'unknown', 'reasonMissing'] as const).map(
      (outcome) => ({ type: 'server.answers', outcome }) as const,
    ),
    { type: 'call.crashes' },
    { type: 'time.passes' },
  ],
  possible: ({ type }, { value, context }) => {
    if (type === 'server.answers' || type === 'call.crashes') return value === 'sent'
    return type !== 'time.passes' || context.until !== null
  },
  key: ({ value, context: { outcome, message, hasProblem, refusals, isIsolated } }) =>
    [nameOf(value), outcome, message, hasProblem, Math.min(refusals, 2), isIsolated].join(' '),
  start: () => startOpening(),
  perform: {
    'person.presses': ({ send }) => send({ type: 'gate.press' }),
    'person.confirms': ({ send }, { typed }) => send({ type: 'gate.confirm', typed }),
    'person.types': ({ send }) => send({ type: 'gate.edited' }),
    'person.drops': ({ send }) => send({ type: 'gate.drop' }),
    'person.isolates': ({ isolation }) => {
      isolation.isSet = true
    },
    'server.answers': ({ standIns }, { outcome }) =>
      standIns.resolve(
        'send',
        outcome === 'reasonMissing' ? { outcome } : { outcome, at: epoch + 7, message: `diz ${outcome}` },
      ),
    'call.crashes': ({ standIns }) => standIns.reject('send'),
  },
  expected: ({ value, context: { outcome, message, at, hasProblem, refusals } }) => ({
    ...{ state: nameOf(value), outcome, message, at, hasProblem, refusals },
  }),
  actual: ({ snapshot }) => {
    const { end, problem, refusals } = snapshot().context
    return {
      ...{
        state: nameOf(snapshot().value),
        outcome: end?.outcome ?? null,
        message: end?.message ?? '',
        at: end?.at ?? 0,
      },
      ...{ hasProblem: problem !== '', refusals },
    }
  },
})

test('after a reload that cut the answer, the outcome is unknown, and the next press is possible 3 s later (OPEN-2)', async () => {
  const { snapshot, journal, send, advance, stop } = startOpening({ isPressOpen: true })
  expect(snapshot().value).toBe('unknown')
  expect(snapshot().context.end).toEqual({ outcome: 'unknown', at: epoch, message: '' })
  send({ type: 'gate.press' })
  expect(snapshot().value).toBe('unknown')
  expect(journal).toEqual([])
  await advance(3_000)
  expect(journal).toEqual(['does dropPress "AV-02"'])
  send({ type: 'gate.press' })
  expect(snapshot().value).toBe('sent')
  stop()
})

testCoverage(coverage)
