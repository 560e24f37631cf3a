import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createActor, fromCallback, fromPromise } from 'xstate'
import type { DrawnChart } from '../../../src/inspector/charts/drawn-chart.ts'
import { brakeMachine } from '../../../src/machines/inspector/brake.machine.ts'
import { eventSenderMachine } from '../../../src/machines/inspector/event-sender.machine.ts'
import { hostedInspectorMachine } from '../../../src/machines/inspector/hosted-inspector.machine.ts'
import { inspectorMachine } from '../../../src/machines/inspector/inspector.machine.ts'
import { inspectedIn, lastSeq, nearestSeq, replacementOf } from '../../../src/machines/inspector/inspector-moment.ts'
import { pageFaultsMachine } from '../../../src/machines/inspector/page-faults.machine.ts'
import { replayMakerMachine } from '../../../src/machines/inspector/replay-maker.machine.ts'
import { simulatorMachine } from '../../../src/machines/inspector/simulator.machine.ts'
import { drawing, recording } from '../../models/inspector/inspector-actor.ts'
import { settle } from '../../models/parts/production-actor.ts'

function started() {
  const layouts: ((drawn: DrawnChart) => void)[] = []
  const live = recording('live', [0, 3]).begin('panel', { chartId: 'panel' }).begin('door', { chartId: 'door' })
  const machine = inspectorMachine.provide({
    actors: {
      growth: fromCallback(() => {}),
      layOut: fromPromise(() => new Promise<DrawnChart>((resolve) => layouts.push(resolve))),
      readFile: fromPromise(() => Promise.reject('aborted')),
      sender: eventSenderMachine,
      simulator: simulatorMachine,
      hosted: hostedInspectorMachine,
      replayMaker: replayMakerMachine,
      brake: brakeMachine,
      pageFaults: pageFaultsMachine,
    },
    actions: { logFailure: () => {}, remember: () => {} },
  })
  const actor = createActor(machine, { input: { live } }).start()
  actor.send({ type: 'inspector.opened' })
  return { actor, live, layouts }
}

test('a late layout of an actor that is no longer selected is not shown (INS-1)', async () => {
  const { actor, layouts } = started()
  actor.send({ type: 'actor.choose', id: 'door' })
  layouts[0]?.(drawing('panel'))
  await settle()
  expect(actor.getSnapshot().context.drawn).toBeNull()
  layouts[1]?.(drawing('door'))
  await settle()
  expect(actor.getSnapshot().context.drawn).toEqual(drawing('door'))
  actor.stop()
})

test('the chart of the successor of an ended actor is drawn', () => {
  const { actor, live, layouts } = started()
  live.begin('call')
  actor.send({ type: 'actor.choose', id: 'call' })
  live.end('call')
  live.begin('call-2', { name: 'call', chartId: 'call' })
  const before = layouts.length
  actor.send({ type: 'recording.grew' })
  expect(actor.getSnapshot().context.actorId).toBe('call-2')
  expect(layouts.length).toBe(before + 1)
  actor.stop()
})

test('a thrown value that is not an Error is shown as text', async () => {
  const { actor } = started()
  actor.send({ type: 'file.choose', file: new File([], 'a.json') })
  await settle()
  expect(actor.getSnapshot().context.problem).toBe('aborted')
  actor.stop()
})

describe('the nearest event of a recording', () => {
  const ranges = fc.tuple(fc.nat(1_000), fc.integer({ min: 1, max: 1_000 }))

  test('is a stored event, and no stored event is nearer', () => {
    fc.assert(
      fc.property(ranges, fc.integer({ min: -2_000, max: 4_000 }), ([first, count], seq) => {
        const last = first + count - 1
        const nearest = nearestSeq(recording('live', [first, last]), seq)
        expect(nearest >= first && nearest <= last).toBe(true)
        if (seq >= first && seq <= last) expect(nearest).toBe(seq)
        else expect(nearest).toBe(seq < first ? first : last)
      }),
    )
  })

  test('in a recording without events is the number before the first', () => {
    const blank = recording('live', [5, 4])
    expect(lastSeq(blank)).toBe(4)
    for (const seq of [-1, 4, 5, 99]) expect(nearestSeq(blank, seq)).toBe(4)
  })

  test('has a whole number', () => {
    expect(nearestSeq(recording('live', [0, 9]), 3.7)).toBe(3)
  })
})

test('an actor is never its own successor, even in a file that contradicts itself', () => {
  const odd = Object.assign(recording('file', [0, 1]).begin('door'), { stateAt: () => undefined })
  expect(replacementOf(odd, 'door', null)).toBeNull()
})

test('a recording opens at the actor that was selected when it was exported, and an older recording at its first actor (INS-1)', () => {
  const file = recording('file', [0, 3]).begin('panel').begin('door')
  expect(inspectedIn(file, 'door')).toBe('door')
  expect(inspectedIn(file, null)).toBe('panel')
  expect(inspectedIn(file, 'another panel')).toBe('panel')
})
