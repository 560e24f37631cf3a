import { expect, test } from 'vitest'
import type { DeviceCalls } from '../../../src/machines/devices/calls/device-calls.ts'
import { gateOpeningMachine } from '../../../src/machines/devices/openings/gate-opening.machine.ts'
import { gateOpeningsMachine } from '../../../src/machines/devices/openings/gate-openings.machine.ts'
import { noPressMemory } from '../../machines/devices/no-press-memory.ts'
import { Coverage } from '../parts/coverage.ts'
import { testCoverage, testPaths } from '../parts/path-runner.ts'
import { runUnderRecorder } from '../parts/production-actor.ts'
import { StandIns } from '../parts/stand-ins.ts'
import { type OpeningsModelContext, type OpeningsModelEvent, openingsModel } from './gate-openings.model.ts'

const coverage = new Coverage(gateOpeningsMachine)

function startOpenings(isIsolated = false) {
  const standIns = new StandIns()
  const opening = gateOpeningMachine.provide({
    ...noPressMemory,
    actors: { send: standIns.promise('send', ({ target, userId, key }) => ({ target, userId, key })) },
  })
  const calls = { newKey: () => 'chave', circuits: { isIsolated: () => isIsolated } } as unknown as DeviceCalls
  return runUnderRecorder(coverage.watch(gateOpeningsMachine.provide({ actors: { opening } })), {
    input: { calls, userId: 'u1' },
    standIns,
    inspect: coverage.inspect,
  })
}

type Running = ReturnType<typeof startOpenings>

const openingOf = ({ snapshot }: Running, wordCode: string) => snapshot().context.openings[wordCode]
const gates = ['A', 'B']

testPaths<OpeningsModelContext, OpeningsModelEvent, Running>('the openings of the gates on screen (OPEN-2)', {
  model: openingsModel,
  events: gates.flatMap((wordCode) =>
    (['view.shows', 'view.leaves', 'person.presses'] as const).map((type) => ({ type, wordCode })),
  ),
  key: ({ context: { known, busy } }) => `${known.join()} ${busy.join()}`,
  status: ({ context: { known, busy } }) => [known, busy],
  start: startOpenings,
  perform: {
    'view.shows': ({ send }, { wordCode }) => send({ type: 'gate.watch', target: { wordCode, condominiumId: 'c1' } }),
    'view.leaves': ({ send }, { wordCode }) => send({ type: 'gate.leave', wordCode }),
    'person.presses': (running, { wordCode }) => openingOf(running, wordCode)?.send({ type: 'gate.press' }),
  },
  expected: ({ context: { known, busy } }) => ({ known, busy, children: known }),
  actual: (running) => ({
    known: gates.filter((wordCode) => openingOf(running, wordCode) !== undefined),
    busy: gates.filter((wordCode) => openingOf(running, wordCode)?.getSnapshot().hasTag('busy')),
    children: Object.keys(running.snapshot().children)
      .map((id) => id.replace('opening:', ''))
      .sort(),
  }),
})

test('an isolated device gets no command (OPEN-1)', () => {
  const running = startOpenings(true)
  running.send({ type: 'gate.watch', target: { wordCode: 'A', condominiumId: 'c1' } })
  openingOf(running, 'A')?.send({ type: 'gate.press' })
  expect(openingOf(running, 'A')?.getSnapshot()).toMatchObject({
    value: 'unsent',
    context: { end: { outcome: 'unsent', message: 'o dispositivo está isolado neste computador.' } },
  })
})

testCoverage(coverage)
