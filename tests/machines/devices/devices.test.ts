import { describe, expect, test } from 'vitest'
import type { AnyActorRef } from 'xstate'
import {
  CircuitOpenError,
  DeviceFailureError,
  DeviceRejectedError,
  DeviceSessionError,
  DeviceTimeoutError,
  DeviceUnreachableError,
} from '../../../src/machines/devices/calls/device-errors.ts'
import { deviceCommandsMachine, resetKey } from '../../../src/machines/devices/commands/device-commands.machine.ts'
import { undoOf } from '../../../src/machines/devices/device-operation-protocol.ts'
import { type DevicesEvent, devicesMachine } from '../../../src/machines/devices/devices.machine.ts'
import { Coverage } from '../../models/parts/coverage.ts'
import { testCoverage } from '../../models/parts/path-runner.ts'
import { epoch } from '../../models/parts/production-actor.ts'
import { deviceAnswers } from './device-answers.ts'
import { portaria as target } from './device-world.ts'
import { portariaDevice } from './devices.ts'
import { startDevices as startDevicesWith } from './devices-actor.ts'

const coverage = new Coverage(devicesMachine)
const commandCoverage = new Coverage(deviceCommandsMachine)
const { wordCode } = target
const trace = { wordCode, attempts: 0, retryAt: epoch + 1_000, isIsolated: false }

const startDevices = (remember?: () => void) =>
  startDevicesWith({ devices: coverage, commands: commandCoverage }, remember)

describe('circuits', () => {
  test('exist while a view watches the device', () => {
    const { send, calls } = startDevices()
    send({ type: 'device.watch', target })
    expect(calls.circuits.get(wordCode)?.getSnapshot().value).toBe('CLOSED')
    send({ type: 'device.unwatch', wordCode })
    expect(calls.circuits.get(wordCode)).toBeUndefined()
  })

  test('notify views once, 100 ms after a series of changes', async () => {
    const { fail, snapshot, advance } = startDevices()
    await fail(5)
    await advance(99)
    expect(snapshot().context.revision).toBe(0)
    await advance(1)
    expect(snapshot().context.revision).toBe(1)
    await fail(1)
    await advance(400)
    expect(snapshot().context.revision).toBe(2)
  })

  test('report every transition, and the refusals of the previous period once', async () => {
    const { fail, answer, advance, audited } = startDevices()
    await fail(8)
    await advance(120_000)
    await answer('success')
    const at = new Date(epoch + 120_000).toISOString()
    expect(audited()).toEqual([
      {
        ...{ at: new Date(epoch).toISOString(), ...target, kind: 'transition', from: 'CLOSED', to: 'OPEN' },
        ...{ cause: 'threshold', failureCount: 5, lastError: 'timeout', retryAt: at },
        ...{ opening: 1, durations: [0, 0, 0, 0, 0] },
      },
      { at, ...target, kind: 'refusals', from: 'OPEN', cause: 'elapsed', refused: 3 },
      {
        ...{ at, ...target, kind: 'transition', from: 'OPEN', to: 'HALF_OPEN' },
        ...{ cause: 'elapsed', failureCount: 5, lastError: 'timeout', opening: 1, heldMs: 120_000 },
      },
      {
        ...{ at, ...target, kind: 'transition', from: 'HALF_OPEN', to: 'CLOSED' },
        ...{ cause: 'trial-succeeded', failureCount: 5, lastError: 'timeout', opening: 1, heldMs: 0, durations: [0] },
      },
    ])
  })

  test('have a record of the refusals when the page is hidden, because the tab may be closed (AUD-2)', async () => {
    const { fail, send, calls, journal } = startDevices()
    await fail(7)
    send({ type: 'page.hidden' })
    const at = new Date(epoch).toISOString()
    const record = { at, ...target, kind: 'refusals', from: 'OPEN', cause: 'page-hidden', refused: 2 }
    expect(journal).toContain(`reports audit.noted ${JSON.stringify({ entry: record })}`)
    expect(calls.circuits.get(wordCode)?.getSnapshot().context.refused).toBe(0)
  })

  test('that are open refuse no opening, and count no result of an opening (OPEN-1)', async () => {
    const { fail, openDeviceTools, snapshot, standIns, calls, settle } = startDevices()
    await fail(5)
    openDeviceTools()
    const openings = snapshot().context.deviceTools?.openings
    openings?.send({ type: 'gate.watch', target })
    const before = calls.circuits.get(wordCode)?.getSnapshot()
    openings?.getSnapshot().context.openings[wordCode]?.send({ type: 'gate.press' })
    expect(standIns.inputOf('open')).toMatchObject({ target })
    standIns.resolve('open', { outcome: 'unknown', at: epoch, message: '' })
    await settle()
    expect(calls.circuits.get(wordCode)?.getSnapshot()).toEqual(before)
  })

  test('that fail to open are logged', async () => {
    const { snapshot, journal, settle } = startDevices()
    const [circuits] = Object.values(snapshot().children as Record<string, AnyActorRef>)
    circuits?.send({ type: 'crash' } as never)
    await settle()
    expect(journal).toContain('does logFailure "Proteção dos dispositivos não iniciada."')
  })
})

describe('automatic trials (LIVE-3)', () => {
  const { condominiumId } = target
  const order = `sends checks trials.make ${JSON.stringify({ targets: [{ wordCode, condominiumId }] })}`

  test('start two minutes after the failure while the page is visible, and report the device', async () => {
    const { fail, send, advance, tried, standIns, journal } = startDevices()
    send({ type: 'page.shown' })
    await fail(5)
    await advance(119_999)
    expect(tried()).toEqual([])
    await advance(1)
    expect(tried()).toEqual([order])
    standIns.sendBack('checks', { type: 'device.changed', device: portariaDevice } as never)
    expect(journal).toContain(`reports device.changed ${JSON.stringify({ device: portariaDevice })}`)
  })

  test('wait while the page is hidden, and start when it is shown', async () => {
    const { fail, send, advance, tried } = startDevices()
    send({ type: 'page.shown' })
    await fail(5)
    send({ type: 'page.hidden' })
    await advance(240_000)
    expect(tried()).toEqual([])
    send({ type: 'page.shown' })
    expect(tried()).toEqual([order])
  })

  test('wait while the device service is unreachable, and start when it recovers', async () => {
    const { fail, send, advance, tried } = startDevices()
    send({ type: 'page.shown' })
    await fail(5)
    send({ type: 'deviceService.lost' })
    await advance(300_000)
    expect(tried()).toEqual([])
    send({ type: 'deviceService.restored' })
    expect(tried()).toEqual([order])
  })

  test('that crash are logged, and the other parts keep working', async () => {
    const { fail, send, advance, trials, operate, operation, stateOf, calls, journal } = startDevices()
    await fail(5)
    calls.circuits.entries = () => {
      throw new Error('crash of the trials')
    }
    send({ type: 'page.shown' })
    expect(trials()?.getSnapshot().status).toBe('error')
    expect(journal).toContain('does logFailure "Os testes automáticos dos dispositivos falharam."')
    send({ type: 'page.hidden' })
    await advance(240_000)
    operate()
    expect(stateOf(operation())).toEqual({ running: 'attempting' })
  })
})

describe('a manual reset (CB-6)', () => {
  const reset = { type: 'device.reset', target, reason: 'Cabo trocado' } as const

  test('closes the circuit immediately, is recorded with its reason, and is sent to the server', async () => {
    const { fail, send, calls, audited, standIns } = startDevices()
    await fail(5)
    send(reset)
    expect(calls.circuits.get(wordCode)).toBeUndefined()
    expect(audited().at(-1)).toMatchObject({
      ...{ kind: 'reset', from: 'OPEN', to: 'CLOSED', cause: 'manual', reason: 'Cabo trocado', failureCount: 5 },
    })
    expect(standIns.inputOf('perform')).toMatchObject({ operation: { kind: 'reset', target, reason: 'Cabo trocado' } })
  })

  test('remains in effect if the server fails, and its operation is failed', async () => {
    const { fail, send, calls, standIns, operation, stateOf } = startDevices()
    await fail(5)
    send(reset)
    standIns.sendBack('perform', { type: 'operation.fails', error: new Error('503') } as never)
    expect(stateOf(operation(resetKey(wordCode)))).toBe('failed')
    expect(calls.circuits.get(wordCode)).toBeUndefined()
  })

  test('does not wait for other operations of the device', () => {
    const { send, operate, standIns } = startDevices()
    operate()
    send(reset)
    expect(standIns.open.filter((name) => name === 'perform')).toHaveLength(2)
  })

  test('replaces an earlier reset of the device', () => {
    const { send, standIns, children } = startDevices()
    send(reset)
    send({ ...reset, reason: 'De novo' })
    expect(standIns.open.filter((name) => name === 'perform')).toHaveLength(1)
    expect(standIns.inputOf('perform')).toMatchObject({ operation: { reason: 'De novo' } })
    expect(children()).toHaveLength(1)
  })
})

describe('an isolation', () => {
  const reason = 'Manutenção do portão'
  const hour = 3_600_000
  const until = epoch + hour
  const isolate = { type: 'device.isolate', target, until, reason } as const
  const reports = (journal: readonly string[]) => journal.filter((line) => line.startsWith('reports isolations.'))

  test('is confirmed, lasts until its end, and is recorded with its reason and its author', () => {
    const { ask, calls, audited } = startDevices()
    ask({ kind: 'isolate', target, span: '1h' }, reason)
    expect(calls.circuits.get(wordCode)?.getSnapshot().context.isolation).toEqual({
      until,
      by: 'Ana',
      reason,
      endId: 'chave',
    })
    expect(audited()).toEqual([
      {
        ...{ at: new Date(epoch).toISOString(), ...target, kind: 'isolation', from: 'CLOSED', to: 'FORCED_OPEN' },
        ...{ cause: 'manual', failureCount: 0, reason, retryAt: new Date(until).toISOString() },
      },
    ])
  })

  test('ends by a person or by time, and its end is recorded with the planned end', async () => {
    const { send, ask, answer, advance, audited } = startDevices()
    send(isolate)
    ask({ kind: 'release', target }, 'Portão pronto')
    await answer('success')
    send(isolate)
    await advance(hour)
    await answer('timeout')
    const retryAt = new Date(until).toISOString()
    const moves = audited().map(({ kind, to, cause, ...facts }) => [kind, to, cause, facts.reason, facts.retryAt])
    expect(moves).toEqual([
      ['isolation', 'FORCED_OPEN', 'manual', reason, retryAt],
      ['isolation', 'HALF_OPEN', 'manual', 'Portão pronto', retryAt],
      ['transition', 'CLOSED', 'trial-succeeded', undefined, undefined],
      ['isolation', 'FORCED_OPEN', 'manual', reason, retryAt],
      ['isolation', 'HALF_OPEN', 'elapsed', undefined, retryAt],
      ['transition', 'OPEN', 'trial-failed', undefined, new Date(until + 120_000).toISOString()],
    ])
  })

  test('is not ended by a reset, which is not sent to the server', () => {
    const { send, calls, audited, children } = startDevices()
    send(isolate)
    send({ type: 'device.reset', target, reason: 'Cabo trocado' })
    expect(calls.circuits.retryAt(wordCode)).toBe(until)
    expect(audited()).toHaveLength(1)
    expect(children()).toEqual([])
  })

  test('is reported to the alerts when it begins, changes and ends', async () => {
    const { send, fail, advance, journal } = startDevices()
    send(isolate)
    await advance(100)
    await fail(3)
    await advance(350)
    send({ ...isolate, until: until + hour })
    await advance(100)
    send({ type: 'device.release', target, reason })
    await advance(100)
    const facts = [{ [wordCode]: until }, { [wordCode]: until + hour }, {}]
    expect(reports(journal)).toEqual(
      facts.map((each) => `reports isolations.changed ${JSON.stringify({ until: each })}`),
    )
  })

  test('refuses a command, and the record of the command names the isolation', async () => {
    const { send, calls, audited, journal, standIns } = startDevices()
    send(isolate)
    const error = await calls.call(target, async () => deviceAnswers.success).catch((reason: unknown) => reason)
    send({ type: 'device.operate', operation: { kind: 'restart', target, reason: '' } })
    standIns.sendBack('perform', { type: 'operation.fails', error } as never)
    expect(journal.at(-1)).toContain('audit.noted')
    expect(audited().at(-1)).toMatchObject({
      outcome: 'refused',
      lastError: 'isolated',
      retryAt: new Date(until).toISOString(),
    })
  })
})

describe('an operation', () => {
  test('does not start twice while it is running', () => {
    const { operate, operation } = startDevices()
    operate()
    const first = operation()
    operate({ kind: 'restart', target, reason: '' })
    expect(operation()).toBe(first)
  })

  test('removes ended operations of the device when it starts, so that no dismissal is needed', async () => {
    const { send, operate, standIns, settle, operation, deletion } = startDevices()
    send({ type: 'device.reset', target, reason: 'Cabo trocado' })
    standIns.sendBack('perform', { type: 'operation.ends' })
    send({ type: 'device.delete', target, reason: 'Leitor trocado' })
    standIns.resolve('deleteFromDevice', deviceAnswers['status 403'])
    await settle()
    operate()
    expect(operation()).toBeDefined()
    expect([operation(resetKey(wordCode)), deletion()]).toEqual([undefined, undefined])
    standIns.sendBack('perform', { type: 'operation.ends' })
    send({ type: 'device.delete', target, reason: 'Leitor trocado' })
    expect(operation()).toBeUndefined()
  })

  test('replaces an ended operation, and reports the device it received', () => {
    const { operate, operation, standIns, children, journal } = startDevices()
    operate()
    standIns.sendBack('perform', { type: 'operation.succeeds', device: portariaDevice } as never)
    expect(journal).toContain(`reports device.changed ${JSON.stringify({ device: portariaDevice })}`)
    const first = operation()
    operate({ kind: 'restart', target, reason: '' })
    expect(operation()).not.toBe(first)
    expect(first?.getSnapshot().status).toBe('stopped')
    expect(children()).toHaveLength(1)
  })
})

describe('a deletion', () => {
  test('does not start twice while it is running', () => {
    const { send, deletion } = startDevices()
    send({ type: 'device.delete', target, reason: 'Leitor trocado' })
    const first = deletion()
    send({ type: 'device.delete', target, reason: 'Leitor trocado' })
    expect(deletion()).toBe(first)
  })

  test('reports its steps to the audit and removes the circuit of the device', async () => {
    const { fail, send, standIns, settle, audited, calls, journal } = startDevices()
    await fail(5)
    send({ type: 'device.delete', target, reason: 'Leitor trocado' })
    standIns.resolve('deleteFromDevice', { kind: 'answered', data: undefined })
    await settle()
    const command = { kind: 'command', command: 'delete', reason: 'Leitor trocado' }
    expect(audited().slice(1)).toMatchObject([
      { ...command, outcome: 'asked' },
      { kind: 'delete-step', reason: 'device 1/2' },
      { kind: 'transition', from: 'OPEN', to: 'CLOSED', cause: 'delete' },
      { ...command, outcome: 'succeeded' },
    ])
    expect(journal).toContain(`reports device.deleted ${JSON.stringify({ wordCode, way: 'device' })}`)
    expect(calls.circuits.get(wordCode)).toBeUndefined()
  })

  test('can be started again or dismissed after it has failed', async () => {
    const { send, standIns, settle, deletion, stateOf, children } = startDevices()
    const refuse = async () => {
      send({ type: 'device.delete', target, reason: 'Leitor trocado' })
      standIns.resolve('deleteFromDevice', deviceAnswers['status 403'])
      await settle()
    }
    await refuse()
    const first = deletion()
    await refuse()
    expect(deletion()).not.toBe(first)
    expect(first?.getSnapshot().status).toBe('stopped')
    expect(stateOf(deletion())).toBe('refused')
    send({ type: 'device.dismiss', wordCode })
    expect(deletion()).toBeUndefined()
    expect(children()).toEqual([])
  })
})

describe('a command (LIVE-11)', () => {
  const reason = 'Leitor travado'
  const command = { kind: 'activate', target, active: false } as const

  test('is confirmed, executed, and recorded with its reason and its answer', () => {
    const { ask, operation, stateOf, standIns, audited } = startDevices()
    ask(command, ` ${reason} `)
    expect(stateOf(operation())).toEqual({ running: 'attempting' })
    const at = new Date(epoch).toISOString()
    const record = { at, ...target, kind: 'command', cause: 'manual', command: 'deactivate', reason, key: 'chave' }
    expect(audited()).toEqual([{ ...record, outcome: 'asked' }])
    standIns.sendBack('perform', { type: 'operation.succeeds', device: portariaDevice } as never)
    expect(audited().slice(1)).toEqual([{ ...record, outcome: 'succeeded' }])
  })

  test('is not executed without a reason', () => {
    const { ask, operation, audited } = startDevices()
    ask(command, ' ')
    expect(operation()).toBeUndefined()
    expect(audited()).toEqual([])
  })

  test('that is confirmed twice is executed once', () => {
    const { ask, standIns, question } = startDevices()
    ask(command, reason)
    question()?.send({ type: 'command.confirm', command, typed: reason })
    expect(standIns.open.filter((name) => name === 'perform')).toHaveLength(1)
  })

  test('is executed for each kind', () => {
    for (const kind of ['restart', 'reset', 'delete'] as const) {
      const { ask, audited } = startDevices()
      ask({ kind, target }, reason)
      expect(audited().at(-1)).toMatchObject({ reason, kind: kind === 'reset' ? 'reset' : 'command' })
    }
  })

  test.each<[string, Error | null, object]>([
    ['failed', new DeviceTimeoutError('', { ...trace, attempts: 4 }), { lastError: 'timeout' }],
    ['failed', new DeviceUnreachableError('', { ...trace, attempts: 4 }), { lastError: 'no response' }],
    ['failed', new DeviceFailureError('', { ...trace, attempts: 4 }, 502), { lastError: 'status 502' }],
    ['failed', new DeviceSessionError('', { ...trace, attempts: 1 }), { lastError: 'status 401' }],
    ['failed', new Error('outro'), { lastError: 'crash' }],
    ['failed', new CircuitOpenError({ ...trace, attempts: 1 }), { retryAt: new Date(epoch + 1_000).toISOString() }],
    ['refused', new CircuitOpenError(trace), { retryAt: new Date(epoch + 1_000).toISOString() }],
    ['rejected', new DeviceRejectedError('', trace, { status: 403, fields: {} }), { lastError: 'status 403' }],
  ])("that is %s (%s) is recorded with the cause, without the server's text", (outcome, error, facts) => {
    const { ask, standIns, audited } = startDevices()
    ask({ kind: 'restart', target }, '')
    standIns.sendBack('perform', { type: 'operation.fails', error } as never)
    expect(audited().at(-1)).toEqual({
      ...{
        at: new Date(epoch).toISOString(),
        ...target,
        kind: 'command',
        cause: 'manual',
        command: 'restart',
        outcome,
        key: 'chave',
      },
      ...facts,
    })
  })

  test('that crashes is recorded as failed', () => {
    const { ask, standIns, audited } = startDevices()
    ask({ kind: 'restart', target }, '')
    standIns.crash('perform')
    expect(audited().at(-1)).toMatchObject({ outcome: 'failed', lastError: 'crash' })
  })

  test('to reset is recorded with its circuit, and its answer has a separate record', () => {
    const { ask, standIns, audited } = startDevices()
    ask({ kind: 'reset', target }, reason)
    const noAnswer = Object.assign(new Error('sem resposta'), { status: null })
    standIns.sendBack('perform', { type: 'operation.fails', error: noAnswer } as never)
    expect(audited().at(-1)).not.toHaveProperty('key')
    expect(audited()).toMatchObject([
      { kind: 'reset', reason },
      { kind: 'command', command: 'reset', outcome: 'failed', lastError: 'no response', reason },
    ])
  })

  test('can be undone by its opposite, which is recorded as undo and cannot be undone', () => {
    const { operate, standIns, audited } = startDevices()
    const done = { ...command, reason, undoes: false }
    const undo = undoOf(done)
    expect(undo).toEqual({ ...done, active: true, reason: '', undoes: true })
    expect(undo && undoOf(undo)).toBeNull()
    expect(undoOf({ kind: 'restart', target, reason })).toBeNull()
    operate(undo ?? undefined)
    standIns.sendBack('perform', { type: 'operation.ends' })
    expect(audited()).toMatchObject([
      { cause: 'undo', command: 'activate', outcome: 'asked' },
      { cause: 'undo', command: 'activate', outcome: 'succeeded' },
    ])
  })

  test('the record of a device test has the result and the duration, and no key (EVI-1)', () => {
    const { operate, standIns, audited } = startDevices()
    operate()
    const error = new DeviceTimeoutError('', { ...trace, attempts: 1 })
    standIns.sendBack('perform', { type: 'attempt.ends', durationMs: 340 } as never)
    standIns.sendBack('perform', { type: 'operation.fails', error } as never)
    const base = { at: new Date(epoch).toISOString(), ...target, kind: 'command', cause: 'manual', command: 'test' }
    expect(audited()).toEqual([
      { ...base, outcome: 'asked' },
      { ...base, outcome: 'failed', lastError: 'timeout', durations: [340] },
    ])
  })

  test('only the server records the creation of a device', () => {
    const { operate, audited } = startDevices()
    operate({ kind: 'create', target, fields: { name: 'P', model: 'X', ip: '10.0.0.5', port: 80 } })
    expect(audited()).toEqual([])
  })

  test('with a crashed confirmation is logged, and other operations keep working', async () => {
    const { question, openDeviceTools, operate, operation, stateOf, settle, journal } = startDevices()
    openDeviceTools()
    question()?.send({ type: 'command.ask', command })
    question()?.send({ type: 'command.confirm', command, typed: null } as never)
    await settle()
    expect(journal).toContain('does logFailure "A pergunta antes de agir no dispositivo falhou."')
    operate()
    expect(stateOf(operation())).toEqual({ running: 'attempting' })
  })
})

describe('the form of a device (DEV-6)', () => {
  const succeeds = { type: 'operation.succeeds', device: portariaDevice } as never
  const fails = { type: 'operation.fails', error: new Error('503') } as never

  test('shows the saved device page, which reports the result of the operation', () => {
    const { send, save, form, stateOf, standIns, operation, journal } = startDevices()
    send({ type: 'form.open' })
    save()
    expect(stateOf(form())?.record).toBe('saving')
    standIns.sendBack('perform', succeeds)
    expect(journal).toContain(`does showDevice "${wordCode}"`)
    send({ type: 'form.close' })
    expect(form()).toBeUndefined()
    expect(stateOf(operation())).toBe('succeeded')
  })

  test('shows the failure itself, and the operation is removed', () => {
    const { send, save, form, stateOf, standIns, operation, children } = startDevices()
    send({ type: 'form.open' })
    save()
    standIns.sendBack('perform', fails)
    expect(stateOf(form())?.record).toEqual({ editing: 'failed' })
    expect(operation()).toBeUndefined()
    expect(children()).toEqual([])
  })

  test('that is closed leaves its running operation to the device page', () => {
    const { send, save, stateOf, standIns, operation } = startDevices()
    send({ type: 'form.open' })
    save()
    send({ type: 'form.close' })
    expect(standIns.open).toContain('perform')
    standIns.sendBack('perform', fails)
    expect(stateOf(operation())).toBe('failed')
  })

  test('does not save while another operation of the device is running', () => {
    const { send, operate, save, form, stateOf, standIns } = startDevices()
    send({ type: 'form.open' })
    operate()
    save()
    expect(stateOf(form())?.record).toEqual({ editing: 'barred' })
    standIns.sendBack('perform', { type: 'operation.ends' })
    expect(stateOf(form())?.record).toEqual({ editing: 'untried' })
    save()
    expect(stateOf(form())?.record).toBe('saving')
  })

  test('starts again if it is opened again or has crashed', async () => {
    const { send, save, form, stateOf, standIns, settle, journal } = startDevices()
    send({ type: 'form.open' })
    const first = form()
    send({ type: 'form.open' })
    expect(form()).not.toBe(first)
    save()
    standIns.breakDown('showDevice')
    standIns.sendBack('perform', succeeds)
    await settle()
    expect(journal).toContain('does logFailure "O formulário do dispositivo falhou."')
    expect(stateOf(form())?.record).toEqual({ editing: 'untried' })
  })
})

describe("dismissing a device's messages", () => {
  const begin: DevicesEvent[] = [
    { type: 'device.operate', operation: { kind: 'test', target } },
    { type: 'device.reset', target, reason: 'Cabo trocado' },
    { type: 'device.delete', target, reason: 'Leitor trocado' },
  ]

  test.each(begin)('keeps a running operation: $type', (event) => {
    const { send, children } = startDevices()
    send(event)
    send({ type: 'device.dismiss', wordCode })
    expect(children()).toHaveLength(1)
  })

  test.each(begin)('removes an ended operation: $type', async (event) => {
    const { send, standIns, settle, operation, deletion, children } = startDevices()
    send(event)
    if (event.type === 'device.delete') standIns.resolve('deleteFromDevice', deviceAnswers['status 403'])
    else standIns.sendBack('perform', { type: 'operation.ends' })
    await settle()
    send({ type: 'device.dismiss', wordCode })
    expect([operation(), operation(resetKey(wordCode)), deletion()]).toEqual([undefined, undefined, undefined])
    expect(children()).toEqual([])
  })
})

describe('the tools of the device pages', () => {
  test('are loaded once by the first page, and are notified when the service recovers', async () => {
    const { send, openDeviceTools, standIns, snapshot, journal, settle } = startDevices()
    send({ type: 'deviceService.restored' })
    openDeviceTools()
    const { deviceTools } = snapshot().context
    openDeviceTools()
    standIns.sendBack('deviceTools', { type: 'deviceTools.arrived', charts: {} } as never)
    expect(snapshot().context.deviceTools).toBe(deviceTools)
    expect(journal.filter((line) => line.startsWith('sends deviceTools'))).toHaveLength(1)
    deviceTools?.timeline.send({ type: 'timeline.want', wordCode })
    standIns.reject('loadPage')
    await settle()
    expect(deviceTools?.timeline.getSnapshot().value).toBe('failed')
    send({ type: 'deviceService.restored' })
    expect(deviceTools?.timeline.getSnapshot().value).toBe('loading')
  })

  test('that fail to load are logged', () => {
    const { standIns, journal } = startDevices()
    standIns.crash('deviceTools')
    expect(journal).toContain('does logFailure "As páginas de dispositivos não têm suas partes."')
  })
})

describe('a command to many devices', () => {
  const others = ['A', 'B', 'C', 'D', 'E'].map((code) => ({ wordCode: code, condominiumId: 'c1', name: code }))

  function startBulk() {
    const devices = startDevices()
    devices.openDeviceTools()
    const bulk = () => devices.snapshot().context.deviceTools?.bulk
    const board = () => bulk()?.getSnapshot().context.board
    const begin = (targets = others) => {
      bulk()?.send({ type: 'bulk.open' })
      bulk()?.send({ type: 'bulk.choose', targets })
      bulk()?.send({ type: 'bulk.ask', command: 'deactivate' })
      bulk()?.send({ type: 'bulk.confirm', typed: 'Obra' })
    }
    return { ...devices, begin, state: () => bulk()?.getSnapshot().value, results: () => board()?.results ?? [] }
  }

  test('runs at most four operations at a time, records each start and end, and leaves no operation', async () => {
    const { begin, standIns, settle, children, results, audited, operation, state } = startBulk()
    begin()
    expect(children()).toEqual(['operation:A', 'operation:B', 'operation:C', 'operation:D'])
    for (let ended = 0; ended < 5; ended += 1) {
      standIns.sendBack('perform', { type: 'operation.ends' })
      await settle()
    }
    expect(state()).toBe('done')
    expect(results().map(({ target, outcome }) => `${target.wordCode} ${outcome}`)).toEqual(
      others.map(({ wordCode }) => `${wordCode} succeeded`),
    )
    expect(children()).toEqual([])
    expect(others.map(({ wordCode }) => operation(wordCode))).toEqual(others.map(() => undefined))
    const records = audited().filter(({ wordCode }) => wordCode === 'E')
    expect(records.map(({ command, outcome, reason }) => [command, outcome, reason])).toEqual([
      ['deactivate', 'asked', 'Obra'],
      ['deactivate', 'succeeded', 'Obra'],
    ])
  })

  test('sends nothing to a device with an open circuit, and reports the refusal', () => {
    const { begin, standIns, results } = startBulk()
    begin(others.slice(0, 1))
    const error = new CircuitOpenError({ ...trace, wordCode: 'A', retryAt: epoch + 60_000 })
    standIns.sendBack('perform', { type: 'operation.fails', error } as never)
    expect(results()).toEqual([{ target: others[0], outcome: 'refused', error }])
  })

  test('skips a device with another running operation', () => {
    const { begin, operate, results, operation, children } = startBulk()
    operate({ kind: 'restart', target, reason: '' })
    begin([{ ...target, name: 'Portaria' }])
    expect(results()).toEqual([{ target: { ...target, name: 'Portaria' }, outcome: 'barred', error: null }])
    expect(operation()?.getSnapshot().context.operation.kind).toBe('restart')
    expect(children()).toHaveLength(1)
  })
})

test('a crash of a breaker crashes the supervisor, so that the root restarts both', async () => {
  const devices = startDevices(() => {
    throw new Error('no room')
  })
  await devices.fail(1)
  expect(devices.crashes).toEqual([new Error('no room')])
})

test('a crash of the commands crashes the supervisor, so that no view waits for a lost operation', () => {
  const devices = startDevices()
  devices.calls.newKey = () => {
    throw new Error('no key')
  }
  devices.operate()
  expect(devices.crashes).toEqual([new Error('no key')])
})

test('stopping the supervisor stops all operations and calls', async () => {
  const devices = startDevices()
  await devices.fail(5)
  devices.operate()
  devices.send({ type: 'device.delete', target, reason: 'Leitor trocado' })
  devices.stop()
  expect(devices.standIns.open).toEqual([])
  expect(() => devices.calls.circuits).toThrow('not provided: devices.circuits')
})

testCoverage(coverage)
testCoverage(commandCoverage)
