import { expect, test } from 'vitest'
import { createActor, setup, spawnChild } from 'xstate'
import { openEventGate } from '../../../src/inspector/brake/event-gate.ts'
import { LiveRecording } from '../../../src/inspector/recording/live-recording.ts'
import { Recorder } from '../../../src/inspector/recording/recorder.ts'
import { storeForReload, takeFromReload } from '../../../src/inspector/recording/reload-store.ts'

const notice = 'aberta'.repeat(80)

const doorMachine = setup({ types: {} as { context: { notices: string[] } } }).createMachine({
  id: 'door',
  context: { notices: Array.from({ length: 5 }, () => notice) },
})

const gateMachine = setup({
  types: {} as { events: { type: 'door.comes'; number: number } | { type: 'gate.ring' } },
  actors: { door: doorMachine },
}).createMachine({
  id: 'gate',
  on: {
    'gate.ring': {},
    'door.comes': {
      actions: spawnChild('door', { id: ({ event }) => `door:${'number' in event ? event.number : ''}` }),
    },
  },
})

/** A running gate under the recorder, in a tab of a browser. */
function recordedGate() {
  const stored = new Map<string, string>()
  const sessionStorage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
    removeItem: (key: string) => stored.delete(key),
  }
  const page = { sessionStorage } as unknown as Window
  const gate = createActor(gateMachine)
  const live = new LiveRecording(new Recorder(gate, () => 0))
  gate.start()
  const reload = () => {
    storeForReload(page, live, '2026-11-29T10:00:00.000Z', '1.2.3')
    return takeFromReload(page)
  }
  return { gate, live, reload }
}

test('a recording with thousands of actors survives a reload, without the actors that have no stored event (INS-1)', () => {
  const { gate, live, reload } = recordedGate()
  for (let number = 0; number < 1_000; number += 1) gate.send({ type: 'door.comes', number })
  gate.send({ type: 'gate.ring' })
  const last = live.endSeq - 1
  const recording = reload()
  expect(recording?.event(last)?.type).toBe('gate.ring')
  expect(recording?.actor(gate.sessionId)).toBeUndefined()
  const names = recording?.actors().map(({ name }) => name) ?? []
  expect(names.slice(0, 2)).toEqual(['gate', 'door:900'])
  expect(names.length).toBe(101)
  const door = recording?.actors().at(-1)
  expect(recording?.stateAt(door?.id ?? '', last)?.context).toEqual({
    notices: Array.from({ length: 5 }, () => notice),
  })
})

test('an event that waited when the page was reloaded is discarded (INS-6)', () => {
  const { gate, live, reload } = recordedGate()
  openEventGate(gate, { kind: 'now' }, { onStopped() {}, onQueue() {}, onDiscarded() {}, onEnded() {} })
  gate.send({ type: 'gate.ring' })
  const held = live.endSeq - 1
  expect(live.event(held)?.outcome).toBe('waiting')
  expect(reload()?.event(held)).toMatchObject({ type: 'gate.ring', outcome: 'dropped' })
})
