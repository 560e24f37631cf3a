import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import * as v from 'valibot'
import type { DeviceFault, SimulatedDevice } from '../../contract/wire/answers/devices/simulator.ts'
import type { Database, Queryable } from '../database/database.ts'
import { hasRow, valuesOf } from '../database/row-values.ts'
import { type DeviceAnswer, type DeviceOp, type DeviceRequest, deviceRequest } from '../devices/device-protocol.ts'
import { clockStartMs, isGate, openingRule } from './gate-lock.ts'

const receivedKept = 50
/**
 * Limit of devices with stored requests: the server checks all 50,000 devices every few minutes, and the requests of
 * all would fill the memory.
 */
const memoriesKept = 2_000
const noProtocol = Buffer.from([0xff, 0xfd, 0x18, 0xff, 0xfa, 0x27, 0x01, 0x00, 0x0d, 0x0a])

export type Received = SimulatedDevice['received'][number]
type Memory = { fault: DeviceFault; slowMs: number; received: Received[]; isRemoved: boolean }

export type SimulatedDevices = {
  faultOf(wordCode: string): DeviceFault
  setFault(wordCode: string, fault: DeviceFault, slowMs: number): void
  /** The newest 50 requests to this device, oldest first. */
  receivedBy(wordCode: string): Received[]
  /** Resets a device that was removed and added again. */
  renew(wordCode: string): void
  /** Handles one line for the device of `present` that the line names. */
  take(line: string, socket: Socket, present: ReadonlySet<string>): void
  close(): Promise<void>
}

/** Behaviour of the simulated devices; a device without a fault and without requests uses no memory. */
export function simulatedDevices(database: Database, now: () => number): SimulatedDevices {
  const memories = new Map<string, Memory>()
  const closing = new AbortController()
  const answering = new Set<Promise<void>>()

  function memoryOf(wordCode: string): Memory {
    const known = memories.get(wordCode)
    if (known) return known
    const fresh: Memory = { fault: 'up', slowMs: 0, received: [], isRemoved: false }
    if (memories.size >= memoriesKept) forgetOne()
    memories.set(wordCode, fresh)
    return fresh
  }

  function forgetOne(): void {
    for (const [wordCode, { fault, isRemoved }] of memories) {
      if (fault !== 'up' || isRemoved) continue
      memories.delete(wordCode)
      return
    }
  }

  async function answer(line: string, socket: Socket, present: ReadonlySet<string>): Promise<void> {
    const request = v.safeParse(deviceRequest, line)
    if (!request.success) return send(socket, { ok: false, error: 'malformed' })
    const { op, wordCode, key, notAfter } = request.output
    if (!present.has(wordCode)) return send(socket, { ok: false, error: 'unknown-device' })
    const memory = memoryOf(wordCode)
    const at = new Date(now())
    memory.received = [...memory.received, { op, key: key ?? null, at: at.toISOString() }].slice(-receivedKept)
    const { fault, slowMs } = memory
    if (fault === 'hang') return
    if (fault === 'refuse') {
      socket.resetAndDestroy()
      return
    }
    if (fault === 'garbage') {
      socket.write(noProtocol)
      return
    }
    const isCommand = op !== 'ping' && op !== 'status'
    if (isCommand && fault === 'decline') return send(socket, { ok: false, error: 'failed' })
    if (isCommand && fault === 'late') await wait(slowMs, undefined, { signal: closing.signal })
    const problem = await act(memory, { op, wordCode, key, notAfter, at })
    if (isCommand && fault === 'mute') return
    if (problem !== undefined) return send(socket, { ok: false, error: problem })
    // Acts immediately and answers late: a call can time out although the device executed the command.
    if (fault === 'slow') await wait(slowMs, undefined, { signal: closing.signal })
    const statements = op === 'status' ? await statementsOf(wordCode, key) : {}
    send(socket, { ok: true, op, wordCode, ...statements })
  }

  /** Returns milliseconds on the device's own clock, which differs from the server's clock. */
  function clockOf(wordCode: string): number {
    return performance.now() + clockStartMs(wordCode)
  }

  async function statementsOf(wordCode: string, key: string | undefined) {
    const active = await activeState(database, wordCode)
    const [name] = await valuesOf(database, 'select name from devices where word_code = $1', [wordCode], v.string())
    return {
      clock: clockOf(wordCode),
      ops: isGate(name ?? '') ? ['open'] : [],
      ...(active !== undefined && { active }),
      ...(key !== undefined && { acted: await wasDone(database, wordCode, key) }),
    }
  }

  async function act(
    memory: Memory,
    request: DeviceRequest & { key: string | undefined; at: Date },
  ): Promise<'late' | 'malformed' | undefined> {
    if (request.op === 'ping' || request.op === 'status') return undefined
    if (request.op === 'open') return open(request)
    if (request.op === 'remove') {
      if (memory.isRemoved) return undefined
      memory.isRemoved = true
    }
    await actOnce(database, request)
    return undefined
  }

  async function open({
    wordCode,
    key,
    notAfter,
  }: Omit<DeviceRequest, 'op'>): Promise<'late' | 'malformed' | undefined> {
    if (key === undefined || notAfter === undefined) return 'malformed'
    const known = await wasDone(database, wordCode, key)
    const next = openingRule({ clock: clockOf(wordCode), notAfter, wasDone: known })
    if (next === 'late') return next
    if (next === 'opens') await actOnce(database, { wordCode, op: 'open', key, at: new Date(now()) })
    return undefined
  }

  return {
    faultOf: (wordCode) => memories.get(wordCode)?.fault ?? 'up',
    setFault(wordCode, fault, slowMs) {
      if (fault === 'up' && !memories.has(wordCode)) return
      Object.assign(memoryOf(wordCode), { fault, slowMs })
    },
    receivedBy: (wordCode) => memories.get(wordCode)?.received ?? [],
    renew(wordCode) {
      const memory = memories.get(wordCode)
      if (memory) memory.isRemoved = false
    },
    take(line, socket, present) {
      const answered = answer(line, socket, present).catch(() => {
        socket.destroy()
      })
      answering.add(answered)
      answered.then(() => answering.delete(answered))
    },
    async close() {
      closing.abort()
      await Promise.all(answering)
    },
  }
}

function send(socket: Socket, answer: DeviceAnswer): void {
  if (socket.writable) socket.write(`${JSON.stringify(answer)}\n`)
}

/** Counts an operation of the simulated device, unless it was already done for this key and operation. */
export async function actOnce(
  database: Queryable,
  act: { wordCode: string; op: DeviceOp; key: string | undefined; at: Date },
): Promise<void> {
  await database.execute(
    'insert into simulated_acts (word_code, op, key, at) values ($1, $2, $3, $4) on conflict do nothing',
    [act.wordCode, act.op, act.key ?? null, act.at],
  )
}

/** Returns whether the simulated device has executed the opening with this key. */
function wasDone(database: Queryable, wordCode: string, key: string): Promise<boolean> {
  return hasRow(database, "select from simulated_acts where word_code = $1 and op = 'open' and key = $2", [
    wordCode,
    key,
  ])
}

/** State after the last switching; undefined if the device was never switched. */
async function activeState(database: Queryable, wordCode: string): Promise<boolean | undefined> {
  const [last] = await valuesOf(
    database,
    "select op = 'activate' from simulated_acts where word_code = $1 and op in ('activate', 'deactivate') order by id desc limit 1",
    [wordCode],
    v.boolean(),
  )
  return last
}

export async function actCounts(database: Queryable, wordCode: string): Promise<SimulatedDevice['acted']> {
  const rows = await database.query(
    'select op, count(*)::int as count from simulated_acts where word_code = $1 group by op',
    [wordCode],
    v.object({ op: v.string(), count: v.number() }),
  )
  const countOf = (wanted: string) => rows.find(({ op }) => op === wanted)?.count ?? 0
  return {
    restart: countOf('restart'),
    activate: countOf('activate'),
    deactivate: countOf('deactivate'),
    remove: countOf('remove'),
    open: countOf('open'),
  }
}
