import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createActor, fromCallback, fromPromise } from 'xstate'
import type { DrawnChart } from '../../../src/inspector/charts/drawn-chart.ts'
import { eventSenderMachine } from '../../../src/machines/inspector/event-sender.machine.ts'
import { hostedInspectorMachine } from '../../../src/machines/inspector/hosted-inspector.machine.ts'
import { inspectorMachine } from '../../../src/machines/inspector/inspector.machine.ts'
import { inspectedIn, lastSeq, nearestSeq, successorOf } from '../../../src/machines/inspector/inspector-moment.ts'
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
    },
    actions: { logFailure: () => {}, remember: () => {} },
  })
  const actor = createActor(machine, { input: { live } }).start()
  actor.send({ type: 'inspector.opened' })
  return { actor, live, layouts }
}

test('a layout that comes late, of an actor that nobody looks at any more, is not shown (INS-1)', async () => {
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

test('the chart of one that takes the place of an actor that has ended is drawn', () => {
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

test('what is thrown without words of its own is still told as text', async () => {
  const { actor } = started()
  actor.send({ type: 'file.choose', file: new File([], 'a.json') })
  await settle()
  expect(actor.getSnapshot().context.problem).toBe('aborted')
  actor.stop()
})

describe('the nearest event of a recording', () => {
  const ranges = fc.tuple(fc.nat(1_000), fc.integer({ min: 1, max: 1_000 }))

  test('is one that is kept, and no other is nearer', () => {
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

  test('of one without events is the moment before the first', () => {
    const blank = recording('live', [5, 4])
    expect(lastSeq(blank)).toBe(4)
    for (const seq of [-1, 4, 5, 99]) expect(nearestSeq(blank, seq)).toBe(4)
  })

  test('is whole', () => {
    expect(nearestSeq(recording('live', [0, 9]), 3.7)).toBe(3)
  })
})

test('nobody takes their own place, not even in a file that says they are gone and there', () => {
  const odd = Object.assign(recording('file', [0, 1]).begin('door'), { stateAt: () => undefined })
  expect(successorOf(odd, 'door')).toBeNull()
})

test('a recording is opened at the actor that was looked at when it was exported, an older one at its first (INS-1)', () => {
  const file = recording('file', [0, 3]).begin('panel').begin('door')
  expect(inspectedIn(file, 'door')).toBe('door')
  expect(inspectedIn(file, null)).toBe('panel')
  expect(inspectedIn(file, 'another panel')).toBe('panel')
})
