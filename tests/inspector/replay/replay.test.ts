import { describe, expect, test } from 'vitest'
import type { AnyEventObject, AnyStateMachine } from 'xstate'
import { networkOperation } from '../../../contract/devices/retry-policies.ts'
import { readReplay } from '../../../scripts/replay/read-replay.ts'
import { replay } from '../../../scripts/replay/replay.ts'
import { Disguise, storedValue } from '../../../src/inspector/replay/stored-value.ts'
import { breakerMachine } from '../../../src/machines/breaker/breaker.machine.ts'
import { gateOpeningMachine } from '../../../src/machines/devices/openings/gate-opening.machine.ts'
import { gateOpeningsMachine } from '../../../src/machines/devices/openings/gate-openings.machine.ts'
import { incidentsMachine } from '../../../src/machines/incidents/incidents.machine.ts'
import { pushMachine } from '../../../src/machines/push/push.machine.ts'
import { retryMachine } from '../../../src/machines/retry/retry.machine.ts'
import { sessionMachine } from '../../../src/machines/session/session.machine.ts'
import { socketMachine } from '../../../src/machines/socket/socket.machine.ts'
import { versionMachine } from '../../../src/machines/version/version.machine.ts'
import { noPressMemory } from '../../machines/devices/no-press-memory.ts'
import { withStandIns } from '../../models/parts/placeholders.ts'
import { StandIns } from '../../models/parts/stand-ins.ts'
import { ana, credentials } from '../../models/session/session-fixtures.ts'
import { RecordedActor, startedAt } from './recorded-actor.ts'

function recorded(machine: AnyStateMachine, options: { id?: string; input?: unknown } = {}) {
  const standIns = new StandIns()
  const run = new RecordedActor(withStandIns(machine, standIns, machine.id), options)
  return {
    run,
    standIns,
    actor: run.actor,
    send: (event: AnyEventObject) => run.send(event),
    passes: (ms: number) => run.passes(ms),
  }
}

/** A breaker whose device fails five times, is tried after two minutes, and answers. */
function failedBreaker() {
  const input = { wordCode: 'PORTARIA-01', condominiumId: 'c1', circuitEpoch: 0 }
  const { actor, run, send } = recorded(breakerMachine, { id: 'breaker:PORTARIA-01', input })
  const end = (at: number) => ({ circuitEpoch: actor.getSnapshot().context.circuitEpoch, at, durationMs: 300 })
  for (let call = 1; call <= 5; call += 1) {
    send({ type: 'call.asked', at: startedAt + call })
    send({ type: 'call.failed', error: 'timeout', ...end(startedAt + call) })
  }
  const trialAt = startedAt + 130_000
  send({ type: 'call.asked', at: trialAt })
  send({ type: 'call.succeeded', ...end(trialAt + 61) })
  return run
}

describe('a replayed recording of a breaker (INS-5)', () => {
  test('has the same states in the build that recorded it, from its start and from any later event', () => {
    const run = failedBreaker()
    expect(run.actor.getSnapshot().value).toBe('CLOSED')
    const whole = run.document()
    expect(whole.start).toBeNull()
    expect(replay(whole, breakerMachine)).toEqual({ kind: 'same', events: 13 })
    for (const [index, { seq }] of whole.events.entries()) {
      const part = run.document({ firstSeq: seq })
      expect(part.start === null).toBe(index === 0)
      expect(replay(part, breakerMachine)).toEqual({ kind: 'same', events: 13 - index })
    }
  })

  test('differs at the fourth failure in a build whose limit is four failures, and names event and states', () => {
    const changed = breakerMachine.provide({
      guards: {
        isLastStraw: ({ context }, { circuitEpoch }) =>
          circuitEpoch === context.circuitEpoch && context.failureCount + 1 >= 4,
      },
    })
    const document = failedBreaker().document()
    const fourth = document.events.filter(({ type }) => type === 'call.failed')[3]
    const result = replay(document, changed)
    expect(result).toEqual({
      kind: 'differs',
      event: 8,
      text: expect.stringContaining(`event ${fourth?.seq} (call.failed, 9 of 13): expected CLOSED, got OPEN.`),
    })
    expect(result).toMatchObject({ text: expect.stringContaining('openings: expected 0, got 1') })
  })

  test('differs at the event whose recorded state was corrected by hand', () => {
    const document = failedBreaker().document()
    const last = document.events[10]
    if (last?.state == null) throw new Error('the fifth failure')
    const corrected = { ...last, state: { ...last.state, value: 'CLOSED' } }
    expect(replay({ ...document, events: [...document.events.slice(0, 10), corrected] }, breakerMachine)).toMatchObject(
      {
        kind: 'differs',
        event: 10,
        text: expect.stringMatching(/\(call\.failed, 11 of 11\): expected CLOSED, got OPEN\./),
      },
    )
  })

  test('names a state that the build no longer has', () => {
    const run = failedBreaker()
    const document = run.document({ firstSeq: run.recording.endSeq - 2 })
    expect(replay({ ...document, start: { status: 'active', value: 'AJAR', context: {} } }, breakerMachine)).toEqual({
      kind: 'differs',
      event: 0,
      text: expect.stringContaining('the recording starts in AJAR; this build has no such state.'),
    })
  })

  test('is refused for the chart of another flow', () => {
    expect(() => replay(failedBreaker().document(), versionMachine)).toThrow('the file replays breaker, not version')
  })
})

test('a replayed sign-in, renewal and end of a session have the same states, with no secret in the file (INS-5)', async () => {
  const { run, standIns, actor, send, passes } = recorded(sessionMachine)
  standIns.resolve('session.restoreSession', { kind: 'absent' })
  await passes(1_000)
  send({ type: 'session.signIn', credentials: credentials(false) })
  const token = 'a-token-of-ana'
  standIns.resolve('session.signIn', { token, lifetimeMs: 3_600_000, remember: false, user: ana })
  await passes(1_900_000)
  send({ type: 'user.active' })
  standIns.resolve('session.renew', { kind: 'renewed', lifetimeMs: 3_600_000, user: null })
  await passes(1_000)
  send({ type: 'session.refused', token: 'another' })
  expect(actor.getSnapshot().matches('stored')).toBe(true)
  send({ type: 'session.refused', token })
  expect(actor.getSnapshot().matches('absent')).toBe(true)
  const document = run.document()
  expect(replay(document, sessionMachine)).toMatchObject({ kind: 'same' })
  const text = JSON.stringify(document)
  for (const secret of [token, credentials(false).password, ana.name, ana.email]) expect(text).not.toContain(secret)
})

test('a replay differs if a timer has another delay in this build, and the text names both delays (INS-5)', async () => {
  const { run, standIns, passes } = recorded(versionMachine)
  standIns.resolve('version.compareVersions', { served: '1', stored: '1', built: '1', earlier: null, accepted: [] })
  await passes(30 * 60_000)
  standIns.resolve('version.compareVersions', { served: '2', stored: '1', built: '1', earlier: null, accepted: [] })
  await passes(1)
  const document = run.document()
  expect(document.events.map(({ type }) => type)).toContain('xstate.after.checkEvery.version.check.current')
  expect(replay(document, versionMachine)).toMatchObject({ kind: 'same' })
  const later = versionMachine.provide({ delays: { checkEvery: 60 * 60_000 } })
  expect(replay(document, later)).toMatchObject({
    kind: 'differs',
    text: expect.stringMatching(/expected checkEvery after 1,800,000 ms .*in this build checkEvery after 3,600,000 ms/),
  })
  const sooner = versionMachine.provide({ delays: { checkTimeout: 1 } })
  expect(replay(document, sooner)).toMatchObject({ kind: 'same' })
})

test('a timer that a person fired early in the inspector replays without a difference (INS-5, INS-6)', async () => {
  const { run, actor, send, passes } = recorded(versionMachine)
  await passes(100)
  send({ type: 'xstate.after.checkTimeout.version.check.checking' })
  expect(actor.getSnapshot().value).toMatchObject({ check: 'current' })
  const document = run.document()
  expect(document.events.at(-1)).toMatchObject({ isForced: true })
  expect(replay(document, versionMachine)).toMatchObject({ kind: 'same' })
  const events = document.events.map((event) => ({ ...event, isForced: false }))
  expect(replay({ ...document, events }, versionMachine)).toMatchObject({ kind: 'differs' })
})

test('a replay differs if a timer fires in this build that the recording does not have (INS-5)', async () => {
  const { run, standIns, passes } = recorded(versionMachine)
  await passes(4_900)
  standIns.resolve('version.compareVersions', { served: '2', stored: '2', built: '1', earlier: null, accepted: [] })
  await passes(1)
  const document = run.document()
  expect(replay(document, versionMachine)).toMatchObject({ kind: 'same' })
  expect(replay(document, versionMachine.provide({ delays: { checkTimeout: 1_000 } }))).toMatchObject({
    kind: 'differs',
    text: expect.stringContaining('this build moves by itself (checkTimeout after 1,000 ms)'),
  })
})

test('a replayed push registration has the same states, from the permission to the message (INS-5)', async () => {
  const { run, standIns, send, passes } = recorded(pushMachine, { input: { isConfigured: true } })
  standIns.sendBack('push.watchPermission', { type: 'permission.allowed' })
  standIns.resolve('push.checkSupport', true)
  await passes(1)
  standIns.resolve('push.registerWorker', undefined)
  await passes(10_000)
  send({ type: 'push.retry' })
  standIns.resolve('push.checkSupport', true)
  await passes(1)
  standIns.resolve('push.registerWorker', undefined)
  await passes(1)
  standIns.resolve('push.requestToken', 'a-push-token')
  await passes(1)
  const message = { id: 'm1', title: 'Porta', body: '', data: {}, createdAt: '', path: '/' }
  send({ type: 'push.message', message })
  expect(run.actor.getSnapshot().matches({ registration: { allowed: 'subscribed' } })).toBe(true)
  expect(replay(run.document(), pushMachine)).toMatchObject({ kind: 'same' })
  expect(JSON.stringify(run.document())).not.toContain('a-push-token')
})

test('a replayed socket has the same states through the fallback, ten random waits and a rest (INS-5)', async () => {
  const { run, standIns, send, passes } = recorded(socketMachine, { input: { namespace: '/painel' } })
  send({ type: 'link.refused', refusal: 'invalidNamespace', token: 't' })
  await passes(10_000)
  standIns.sendBack('socket.link', { type: 'link.up' })
  for (let attempt = 0; attempt <= 10; attempt += 1) {
    standIns.sendBack('socket.link', { type: 'link.lost' })
    await passes(8_000)
  }
  expect(run.actor.getSnapshot().matches({ failed: 'resting' })).toBe(true)
  await passes(5 * 60_000)
  expect(replay(run.document(), socketMachine)).toMatchObject({ kind: 'same' })
})

test('a replayed retry has the same states, though its job and its random delays are not in the recording (INS-5)', async () => {
  const job = { attempt: () => {}, resolve: () => {}, reject: () => {}, random: Math.random }
  const { run, actor, send, passes } = recorded(retryMachine, {
    id: 'retry',
    input: { policy: networkOperation, job, error: new Error('no answer'), retryAfterMs: null },
  })
  const failure = { type: 'attempt.failed', error: new Error('no answer'), mayRetry: true, retryAfterMs: null }
  await passes(3_000)
  send(failure)
  await passes(3_000)
  send(failure)
  await passes(4_000)
  send(failure)
  expect(actor.getSnapshot().value).toBe('failed')
  expect(replay(run.document(), retryMachine)).toMatchObject({ kind: 'same' })
  const document = run.document()
  const tried = document.events.map((event) => ({ ...event, payload: { ...Object(event.payload), mayRetry: false } }))
  expect(replay({ ...document, events: tried }, retryMachine)).toMatchObject({
    kind: 'differs',
    text: expect.stringContaining('expected waiting, got failed (done).'),
  })
})

test('a replayed list of incidents has the same states, with the guards that services decided (INS-5)', async () => {
  const { run, standIns, actor, send, passes } = recorded(incidentsMachine)
  standIns.reject('incidents.askOffered', new Error('no answer'))
  await passes(15_000)
  standIns.resolve('incidents.askOffered', { incidents: true, writtenOccurrences: true, onDuty: true })
  await passes(1)
  standIns.resolve('incidents.loadOpen', [])
  await passes(1)
  send({ type: 'incidents.claim', ids: ['i1'] })
  await passes(30_000)
  send({ type: 'socket.lost' })
  await passes(20_000)
  send({ type: 'worklist.open' })
  expect(replay(run.document(), incidentsMachine)).toMatchObject({ kind: 'same' })
  const { firstSeq } = run.recording.lifeOf(actor.sessionId)
  expect(replay(run.document({ firstSeq: firstSeq + 4 }), incidentsMachine)).toMatchObject({ kind: 'same' })
})

test('a replayed gate opening has the same states, though the functions of its input are not in the recording (INS-5)', async () => {
  const target = { wordCode: 'PORTARIA-01', condominiumId: 'c1' }
  let isIsolated = false
  const { run, standIns, actor, send, passes } = recorded(gateOpeningMachine.provide(noPressMemory), {
    id: 'opening:PORTARIA-01',
    input: { target, userId: 'u1', newKey: () => 'key-1', isIsolated: () => isIsolated },
  })
  send({ type: 'gate.press' })
  expect(actor.getSnapshot().matches('sent')).toBe(true)
  standIns.resolve('gateOpening.send', { outcome: 'opened', at: startedAt, message: '' })
  await passes(4_000)
  isIsolated = true
  send({ type: 'gate.press' })
  expect(replay(run.document(), gateOpeningMachine)).toMatchObject({ kind: 'same' })
})

test('a replayed supervisor has the same states, though the states of its children are not in the recording (INS-5)', () => {
  const target = (wordCode: string) => ({ wordCode, condominiumId: 'c1' })
  const calls = { newKey: () => 'key-1', circuits: { isIsolated: () => false } }
  const gates = gateOpeningsMachine.provide({ actors: { opening: gateOpeningMachine.provide(noPressMemory) } })
  const { run, actor, send } = recorded(gates, { input: { calls, userId: 'u1' } })
  send({ type: 'gate.watch', target: target('PORTARIA-01') })
  const { firstSeq } = run.recording.lifeOf(actor.sessionId)
  const second = run.recording.endSeq
  send({ type: 'gate.leave', wordCode: 'PORTARIA-01' })
  expect(actor.getSnapshot().context.openings).toEqual({})
  expect(replay(run.document({ firstSeq }), gateOpeningsMachine)).toMatchObject({ kind: 'same' })
  expect(replay(run.document({ firstSeq: second }), gateOpeningsMachine)).toMatchObject({ kind: 'same' })
})

test('a chart inside an event is stored as a mark, so that a file with loaded charts is small (INS-5)', () => {
  const { run, send } = recorded(versionMachine)
  send({ type: 'charts.arrived', charts: { timeline: breakerMachine } })
  const document = run.document()
  expect(document.events.at(-1)?.payload).toMatchObject({ charts: { timeline: { $: 'logic' } } })
  expect(replay(document, versionMachine)).toMatchObject({ kind: 'same' })
})

test('a file has invented texts in place of names, telephones and texts that people wrote (INS-5)', () => {
  const story = {
    colleagues: [{ id: 'u2', name: 'Bruno Lima' }],
    contacts: [{ role: 'caretaker', name: 'José', phone: '48991234567' }],
    notes: [{ act: 'commented', text: ' Bia do 302, placa ABC1D23 ', to: { id: 'u3', name: 'Carla Souza' } }],
    comment: 'Bia do 302, placa ABC1D23',
    message: 'ligue (48) 99123-4567',
    reason: 'timeout',
    condominium: { name: 'Edifício Água Viva', phone: '4830551356' },
  }
  expect(storedValue(story, new Disguise())).toEqual({
    colleagues: [{ id: 'u2', name: 'Pessoa 1' }],
    contacts: [{ role: 'caretaker', name: 'Pessoa 2', phone: 'telefone-3' }],
    notes: [{ act: 'commented', text: ' Texto 4 ', to: { id: 'u3', name: 'Pessoa 5' } }],
    comment: 'Texto 4',
    message: 'ligue telefone-6',
    reason: 'timeout',
    condominium: { name: 'Edifício Água Viva', phone: 'telefone-7' },
  })
})

test('the error for a file that is not a test names the file and its fault', () => {
  expect(() => readReplay('{"events": [],}', 'teste.json')).toThrow(/^teste\.json is no file of .*: .*JSON/s)
})
