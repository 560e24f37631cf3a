import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type AnyActor, createActor, type EventFrom } from 'xstate'
import { type BrakeCondition, openEventGate } from '../../../src/inspector/brake/event-gate.ts'
import { breakerMachine } from '../../../src/machines/breaker/breaker.machine.ts'
import { withStandIns } from '../../models/parts/placeholders.ts'
import { StandIns } from '../../models/parts/stand-ins.ts'
import { RecordedActor, startedAt } from '../replay/recorded-actor.ts'

type BreakerEvent = EventFrom<typeof breakerMachine>

/** A real breaker under the real recorder, with its events behind a gate. */
function gated(condition: BrakeCondition) {
  const input = { wordCode: 'PORTARIA-01', condominiumId: 'c1', circuitEpoch: 0 }
  const run = new RecordedActor(withStandIns(breakerMachine, new StandIns(), 'breaker'), { input })
  const reports: unknown[] = []
  const gate = openEventGate(run.actor, condition, {
    onStopped: () => reports.push('stopped'),
    onQueue: (queue) => reports.push(queue),
    onDiscarded: (event) => run.recording.discard(run.actor.sessionId, event),
    onEnded: () => reports.push('ended'),
  })
  const send = (event: BreakerEvent) => run.send(event)
  const context = () => run.actor.getSnapshot().context
  const ask = (at = startedAt) => send({ type: 'call.asked', at })
  const end = (type: 'call.failed' | 'call.succeeded', at = startedAt) =>
    send({ type, circuitEpoch: context().circuitEpoch, at, durationMs: 300, error: 'timeout' })
  const state = () => JSON.stringify(run.actor.getSnapshot().value)
  const fail = (times: number) => {
    for (let call = 1; call <= times; call += 1) {
      ask()
      end('call.failed')
    }
  }
  return { run, reports, gate, ask, end, fail, state, context }
}

const trialAt = startedAt + 130_000

describe('a gate before the events of a breaker (INS-6)', () => {
  test('stops the breaker in HALF_OPEN: the answer of the trial waits until it is released', () => {
    const { run, reports, gate, ask, end, fail, state } = gated({ kind: 'state', stateId: 'breaker.HALF_OPEN' })
    fail(5)
    expect(state()).toBe('"OPEN"')
    expect(reports).not.toContain('stopped')
    ask(trialAt)
    expect(reports).toContain('stopped')
    end('call.succeeded', trialAt + 61)
    expect(state()).toBe('{"HALF_OPEN":"trying"}')
    expect(reports.at(-1)).toEqual({ waiting: 1, next: 'call.succeeded' })
    const held = run.recording.endSeq - 1
    expect(run.recording.event(held)).toMatchObject({ type: 'call.succeeded', outcome: 'waiting' })
    gate.open()
    expect(state()).toBe('"CLOSED"')
    expect(run.recording.event(held)).toMatchObject({ type: 'call.succeeded', outcome: 'taken' })
    expect(reports.at(-1)).toEqual({ waiting: 0, next: null })
  })

  test('stops before an event, delivers held events one by one in their order, and stops again at the next such event', () => {
    const { reports, gate, ask, end, fail, context } = gated({ kind: 'event', eventType: 'call.failed' })
    fail(3)
    expect(context().failureCount).toBe(0)
    expect(reports.at(-1)).toEqual({ waiting: 5, next: 'call.failed' })
    gate.step()
    expect(context().failureCount).toBe(1)
    expect(reports.at(-1)).toEqual({ waiting: 4, next: 'call.asked' })
    gate.open()
    expect(context().failureCount).toBe(1)
    expect(reports.at(-1)).toEqual({ waiting: 3, next: 'call.failed' })
    gate.open()
    expect(context().failureCount).toBe(2)
    gate.open()
    expect(context().failureCount).toBe(3)
    expect(reports.at(-1)).toEqual({ waiting: 0, next: null })
    ask()
    end('call.succeeded')
    expect(reports.filter((report) => report === 'stopped')).toHaveLength(3)
  })

  test('drops a discarded event: the recording names the event as dropped, and the next event takes its place', () => {
    const { run, reports, gate, ask, end, fail, state } = gated({ kind: 'state', stateId: 'breaker.HALF_OPEN' })
    fail(5)
    ask(trialAt)
    end('call.succeeded', trialAt + 61)
    const lost = run.recording.endSeq - 1
    end('call.failed', trialAt + 8_000)
    gate.discard()
    expect(run.recording.event(lost)?.outcome).toBe('dropped')
    expect(reports.at(-1)).toEqual({ waiting: 1, next: 'call.failed' })
    gate.step()
    expect(state()).toBe('"OPEN"')
    expect(run.recording.event(lost + 1)?.outcome).toBe('taken')
    expect(run.recording.lastMove(run.actor.sessionId, null)?.type).toBe('call.failed')
    const count = reports.length
    gate.discard()
    expect(reports).toHaveLength(count)
  })

  test('holds all events from now on; without a held event a step does nothing', () => {
    const { reports, gate, ask, state } = gated({ kind: 'now' })
    expect(reports).toEqual(['stopped'])
    gate.step()
    expect(reports).toEqual(['stopped'])
    ask()
    expect(reports.at(-1)).toEqual({ waiting: 1, next: 'call.asked' })
    expect(state()).toBe('"CLOSED"')
  })

  test('delivers everything in order when it is removed, and then leaves no trace at the actor', () => {
    const { run, reports, gate, fail, state } = gated({ kind: 'now' })
    fail(5)
    expect(state()).toBe('"CLOSED"')
    gate.close()
    expect(state()).toBe('"OPEN"')
    expect(Object.hasOwn(run.actor, '_send')).toBe(false)
    const count = reports.length
    fail(1)
    expect(reports).toHaveLength(count)
  })

  test('refuses an actor if this version of XState delivers its events in another way', () => {
    const other = { getSnapshot: () => ({}) } as unknown as AnyActor
    const report = { onStopped: () => {}, onQueue: () => {}, onDiscarded: () => {}, onEnded: () => {} }
    expect(() => openEventGate(other, { kind: 'now' }, report)).toThrow('não podem ser retidos')
  })

  describe('in slow motion', () => {
    beforeEach(() => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    })
    afterEach(() => {
      vi.useRealTimers()
    })

    test('delivers one event per second, so that HALF_OPEN lasts a second', () => {
      const { ask, end, fail, state, context } = gated({ kind: 'slow', everyMs: 1_000 })
      fail(5)
      expect(context().failureCount).toBe(0)
      vi.advanceTimersByTime(9_000)
      expect(state()).toBe('"OPEN"')
      vi.advanceTimersByTime(1_000)
      ask(trialAt)
      expect(state()).toBe('{"HALF_OPEN":"trying"}')
      end('call.succeeded', trialAt + 61)
      vi.advanceTimersByTime(999)
      expect(state()).toBe('{"HALF_OPEN":"trying"}')
      vi.advanceTimersByTime(1)
      expect(state()).toBe('"CLOSED"')
    })

    test('leaves no timer behind', () => {
      const { gate, fail } = gated({ kind: 'slow', everyMs: 1_000 })
      fail(2)
      gate.close()
      expect(vi.getTimerCount()).toBe(0)
    })
  })
})

describe('the end of an actor behind a gate (INS-6)', () => {
  function begun(machine = breakerMachine, condition: BrakeCondition = { kind: 'now' }) {
    const reports: unknown[] = []
    const input = { wordCode: 'A', condominiumId: 'c1', circuitEpoch: 0 }
    const actor = createActor(withStandIns(machine, new StandIns(), 'breaker'), { input })
    actor.subscribe({ error: () => {} })
    actor.start()
    openEventGate(actor, condition, {
      onStopped: () => {},
      onQueue: ({ waiting }) => reports.push(waiting),
      onDiscarded: () => {},
      onEnded: () => reports.push('ended'),
    })
    actor.send({ type: 'call.failed', error: 'timeout', circuitEpoch: 0, at: startedAt, durationMs: 1 })
    return { actor, reports }
  }

  test('an event that stops the actor is not held', () => {
    const { actor, reports } = begun()
    expect(reports).toEqual([1])
    actor.stop()
    expect(actor.getSnapshot().status).toBe('stopped')
    expect(reports).toEqual([1, 'ended'])
  })

  test('an actor that fails on an event is reported as ended', () => {
    const isLastStraw = () => {
      throw new Error('broken guard')
    }
    const machine = breakerMachine.provide({ guards: { isLastStraw } })
    const { reports } = begun(machine, { kind: 'event', eventType: 'none' })
    expect(reports).toContain('ended')
  })
})
