import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import { lifeOf } from '../../../backend/incidents/moved-incident.ts'
import { type IncidentEvent, incidentMachine } from '../../../contract/incidents/incident.machine.ts'
import { type ProcedureEvent, procedureMachine } from '../../../contract/procedures/procedure.machine.ts'
import { LiveRecording } from '../../../src/inspector/recording/live-recording.ts'
import { Recorder } from '../../../src/inspector/recording/recorder.ts'
import { incidentMirror, incidentStateOf, procedureStateOf } from '../../../src/inspector/recording/server-mirrors.ts'
import { incidentOf } from '../../models/incidents/incident-fixtures.ts'

const events: ((at: number) => IncidentEvent)[] = [
  (at) => ({ type: 'facts.grew', at, failing: 2 }),
  (at) => ({ type: 'facts.shrank', at, failing: 1, how: 'recovered' }),
  (at) => ({ type: 'facts.returned', at, failing: 1 }),
  (at) => ({ type: 'facts.cleared', at, how: 'recovered' }),
  (at) => ({ type: 'facts.merged', at }),
  (at) => ({ type: 'person.claimed', at, by: 'u1' }),
  (at) => ({ type: 'person.released', at, by: 'u1' }),
  (at) => ({ type: 'person.silenced', at, by: 'u1', until: at + 60_000, reason: 'Obra' }),
  (at) => ({ type: 'person.endedSilence', at, by: 'u1' }),
  (at) => ({ type: 'person.closed', at, by: 'u1', word: 'Cabo' }),
  (at) => ({ type: 'clock.reached', at }),
]

test('incidentStateOf derives the chart state of any incident from the fields that the server sends', () => {
  const seen = new Set<string>()
  const step = fc.record({ made: fc.constantFrom(...events), afterMs: fc.constantFrom(1_000, 60_000, 16 * 60_000) })
  const kind = fc.constantFrom('contact' as const, 'door-forced' as const)
  fc.assert(
    fc.property(kind, fc.array(step, { maxLength: 30 }), (kind, steps) => {
      let at = 0
      const incident = createActor(incidentMachine, { input: { kind, at, failing: 1 } }).start()
      for (const { made, afterMs } of steps) {
        at += afterMs
        incident.send(made(at))
        const snapshot = incident.getSnapshot()
        const { signal, notice } = snapshot.value
        seen.add(`${lifeOf(snapshot)} ${signal} ${notice}`)
        const sent = {
          kind,
          life: lifeOf(snapshot),
          isOscillating: signal === 'oscillating',
          isTold: notice === 'told',
        }
        expect(incidentStateOf(sent)).toEqual(snapshot.value)
      }
    }),
    { seed: 20, numRuns: 2_000 },
  )
  expect(seen.size, 'lives, beside their signals and notices').toBeGreaterThan(8)
})

test('the mirror of an incident is recorded beside the panel, shows the state from the server and ignores events (INS-1)', () => {
  const panel = createActor(incidentMachine, { input: { kind: 'contact', at: 0, failing: 1 } }).start()
  const recorder = new Recorder(panel, () => 0)
  const recording = new LiveRecording(recorder)
  const claimed = incidentOf('i1', { life: 'claimed' })
  const mirror = createActor(incidentMirror, { id: 'mirror', input: claimed, inspect: recorder.see }).start()
  const shown = recording.actorsAt(null).find(({ name }) => name === 'mirror')
  expect(shown).toMatchObject({ kind: 'machine', chartId: 'incident', parentId: null })
  const state = () => recording.stateAt(mirror.sessionId, null)
  const value = { notice: 'told', signal: 'steady', life: { open: 'claimed' } }
  expect(state()).toMatchObject({ status: 'active', value, context: claimed })
  mirror.send({ type: 'person.closed', at: 1, by: 'u1', word: 'Cabo' })
  expect(state()).toMatchObject({ value, context: claimed })
  expect(recording.event(recording.endSeq - 1)).toMatchObject({ type: 'person.closed', outcome: 'ignored' })
  mirror.stop()
  expect(recording.actorsAt(null).map(({ name }) => name)).not.toContain('mirror')
  recorder.stop()
})

test('procedureStateOf derives the chart state of any procedure from the fields that the server sends (PROC-2)', () => {
  const seen = new Set<string>()
  const kind = 'device-down'
  const step = (isRequired: boolean) => ({ text: 'Ver', role: null, isRequired })
  const act = fc.record({
    at: fc.constant(0),
    by: fc.constant('u1'),
    step: fc.nat(2),
    reason: fc.constantFrom('', 'Obra'),
  })
  const types = [
    ...['step.done', 'step.skipped', 'step.reopened', 'step.called'],
    ...['incident.grew', 'incident.closed', 'incident.ended'],
  ] as ProcedureEvent['type'][]
  const event = fc.record({ type: fc.constantFrom(...types), act, isAnswered: fc.boolean() })
  fc.assert(
    fc.property(fc.array(fc.boolean(), { maxLength: 3 }), fc.array(event, { maxLength: 12 }), (required, events) => {
      const procedure = createActor(procedureMachine, { input: { kind, steps: required.map(step) } }).start()
      for (const { type, act, isAnswered } of events) {
        procedure.send({ type, ...act, isAnswered, to: 'Bia', kind, steps: [step(isAnswered)] } as ProcedureEvent)
        const { value, context } = procedure.getSnapshot()
        seen.add(JSON.stringify(value))
        expect(procedureStateOf({ isOver: value === 'over', steps: context.steps })).toEqual(value)
      }
    }),
    { seed: 56, numRuns: 2_000 },
  )
  expect(seen.size, 'states of the chart').toBe(3)
})
