import { createActor, fromPromise } from 'xstate'
import { DeviceFailure } from '../../../backend/devices/device-failure.ts'
import { deadlineOf, openingRefusal, outcomeOf } from '../../../backend/devices/device-openings.ts'
import type { DeviceAnswer, DeviceRequest } from '../../../backend/devices/device-protocol.ts'
import { deviceTalk } from '../../../backend/devices/device-talk.ts'
import { seededRandom } from '../../../backend/seed/seeded-random.ts'
import { openingRule } from '../../../backend/simulator/gate-lock.ts'
import { longestOpeningMs, type OpeningOutcome } from '../../../contract/devices/opening.ts'
import {
  gateOpeningMachine,
  type OpeningReply,
  type OpeningRequest,
} from '../../../src/machines/devices/openings/gate-opening.machine.ts'
import { noPressMemory } from '../../machines/devices/no-press-memory.ts'

/** Time after the deadline for which the server waits for the answer to a sent command. */
const answerGraceMs = 2_000
const serverStart = Date.parse('2026-03-02T02:00:00Z')
/** Largest error of a panel's clock. */
const panelClockErrorMs = 10_000
/** Share of this error that remains after the panel has compared its clock with the server's clock. */
const remainingError = 0.1

/** Result of the presses of one seed. `shown` counts the outcomes that the person read. */
export interface OpeningFindings {
  presses: number
  opened: number
  /** Number of openings after the deadline of the call, or later after the press than any deadline allows. */
  afterDeadline: number
  twice: number
  falselyOpened: number
  /** Number of presses that were shown as refused or not sent, although the gate opened. */
  falselyClosed: number
  /** Number of presses that a restart of the server interrupted. */
  interrupted: number
  shown: Record<OpeningOutcome, number>
}

/** Simulated time: runs events in order, and settles promises between two events. */
class Timeline {
  now = 0
  readonly #queue: { at: number; order: number; run: () => void }[] = []
  #order = 0

  after(ms: number, run: () => void): { cancel: () => void } {
    const entry = { at: this.now + Math.max(ms, 0), order: this.#order++, run }
    const index = this.#queue.findIndex(({ at }) => at > entry.at)
    if (index < 0) this.#queue.push(entry)
    else this.#queue.splice(index, 0, entry)
    return {
      cancel: () => {
        entry.run = () => {}
      },
    }
  }

  async runOut(): Promise<void> {
    for (let next = this.#queue.shift(); next !== undefined; next = this.#queue.shift()) {
      this.now = next.at
      next.run()
      for (let turn = 0; turn < 6; turn += 1) await null
    }
  }
}

type Chance = (share: number) => boolean

/** A delay: mostly short, sometimes longer than any deadline. */
function delayOf(random: () => number): number {
  const draw = random()
  if (draw < 0.75) return 1 + random() * random() * 60
  return draw < 0.95 ? random() * 4_000 : random() * 30_000
}

/**
 * A connection between server and device. The lines arrive in order until one side closes the connection; a line may be
 * late, lost or duplicated.
 */
class Connection {
  #isCut = false
  #clear = { toDevice: 0, toServer: 0 }
  readonly time: Timeline
  readonly random: () => number

  constructor(time: Timeline, random: () => number) {
    this.time = time
    this.random = random
  }

  /** `until`: the deadline of a command. Many commands arrive about at the deadline. */
  send(way: 'toDevice' | 'toServer', arrive: () => void, until?: number): void {
    const copies = this.random() < 0.1 ? 2 : 1
    if (this.random() < 0.06) return
    for (let copy = 0; copy < copies; copy += 1) {
      const isAtDeadline = until !== undefined && this.random() < 0.3
      const at = isAtDeadline ? until - 60 + this.random() * 140 : this.time.now + delayOf(this.random)
      this.#clear[way] = Math.max(this.#clear[way], at)
      this.time.after(this.#clear[way] - this.time.now, () => {
        if (!this.#isCut) arrive()
      })
    }
  }

  cut(): void {
    this.#isCut = true
  }
}

/** A device with its own clock. After a restart, the device still has the executed keys. */
class Device {
  readonly acts: { key: string; at: number }[] = []
  readonly #connections = new Set<Connection>()
  readonly #stated = new WeakSet<Connection>()
  readonly #time: Timeline
  readonly #declines: (key: string) => boolean
  readonly #rate: number
  readonly #random: () => number
  #offset: number

  constructor(time: Timeline, random: () => number) {
    this.#time = time
    this.#random = random
    // Half of the clocks are slow, by at most the 1 % that the server expects.
    this.#rate = random() < 0.5 ? 0.99 + random() * 0.002 : 1 + random() * 0.09
    this.#offset = random() * 1e9
    const declined = new Map<string, boolean>()
    this.#declines = (key) => {
      if (!declined.has(key)) declined.set(key, random() < 0.05)
      return declined.get(key) ?? false
    }
  }

  connect(connection: Connection): void {
    this.#connections.add(connection)
  }

  take(request: DeviceRequest, connection: Connection, answer: (line: string) => void): void {
    answer(JSON.stringify(this.#answerTo(request, connection)))
  }

  #answerTo({ op, wordCode, key = '', notAfter = Number.NaN }: DeviceRequest, connection: Connection): DeviceAnswer {
    const clock = this.#offset + this.#time.now * this.#rate
    if (op === 'status') {
      this.#stated.add(connection)
      return { ok: true, op, wordCode, clock, ops: ['open'] }
    }
    // The device states its clock and opens over one connection, so a restarted device gets no deadline on its earlier
    // clock.
    if (!this.#stated.has(connection)) return { ok: false, error: 'malformed' }
    if (this.#declines(key)) return { ok: false, error: 'failed' }
    const next = openingRule({ clock, notAfter, wasDone: this.acts.some((act) => act.key === key) })
    if (next === 'late') return { ok: false, error: 'late' }
    if (next === 'opens') this.acts.push({ key, at: this.#time.now })
    return { ok: true, op, wordCode }
  }

  restart(): void {
    for (const connection of this.#connections) connection.cut()
    this.#connections.clear()
    this.#offset = this.#random() * 1e9
  }
}

type Reply = { outcome: OpeningOutcome; at: number; message: string }
type Stored = { state: 'received' | 'sent' | Reply; waiting: ((reply: Reply) => void)[] }

/**
 * The server: its stored keys survive a restart, and its running calls end. The rules of the commands are the code of
 * the product.
 */
class Server {
  readonly #stored = new Map<string, Stored>()
  readonly #time: Timeline
  readonly #random: () => number
  readonly #device: Device
  interrupted = 0
  #run = 0
  #turn: Promise<unknown> = Promise.resolve()

  constructor(time: Timeline, random: () => number, device: Device) {
    this.#time = time
    this.#random = random
    this.#device = device
  }

  receive({ key, deadline }: OpeningRequest, answer: (reply: Reply) => void): void {
    const earlier = this.#stored.get(key)
    if (earlier === undefined) {
      const stored: Stored = { state: 'received', waiting: [answer] }
      this.#stored.set(key, stored)
      void this.#open(stored, key, deadlineOf(new Date(deadline), serverStart + this.#time.now, this.#time.now))
    } else if (typeof earlier.state !== 'string') answer(earlier.state)
    else earlier.waiting.push(answer)
  }

  /** Ends the running calls: the outcome of the sent commands is unknown, and the other commands were not sent. */
  restart(): void {
    this.#run += 1
    this.#turn = Promise.resolve()
    for (const stored of this.#stored.values()) {
      stored.waiting = []
      if (typeof stored.state === 'string') this.interrupted += 1
      if (stored.state === 'sent') stored.state = this.#reply('unknown')
      else if (stored.state === 'received') stored.state = this.#reply('unsent')
    }
  }

  async #open(stored: Stored, key: string, until: number): Promise<void> {
    const run = this.#run
    const before = this.#turn
    let leave = () => {}
    this.#turn = new Promise<void>((resolve) => {
      leave = resolve
    })
    const isOurs = await Promise.race([before.then(() => true), this.#passed(until).then(() => false)])
    if (run !== this.#run) return leave()
    const reply = isOurs && this.#time.now <= until ? await this.#ask(stored, key, until) : this.#reply('unsent')
    void before.then(leave)
    if (run !== this.#run) return
    stored.state = reply
    for (const answer of stored.waiting) answer(reply)
  }

  /** As `askDevice`, over a simulated connection. */
  #ask(stored: Stored, key: string, until: number): Promise<Reply> {
    const run = this.#run
    const connection = new Connection(this.#time, this.#random)
    const talk = deviceTalk({ op: 'open', key, until }, 'AV-02', () => this.#time.now)
    stored.state = 'sent'
    this.#device.connect(connection)
    return new Promise((resolve) => {
      let isSent = false
      const end = (failure: DeviceFailure | undefined) => {
        connection.cut()
        resolve(failure === undefined ? this.#reply('opened') : this.#reply(outcomeOf(openingRefusal(failure))))
      }
      const fail = (failure: DeviceFailure) =>
        end(isSent ? failure : new DeviceFailure(failure.kind, { isUnsent: true }))
      const send = (request: DeviceRequest) => {
        isSent = request.op === 'open'
        const hear = (line: string) => {
          if (run !== this.#run) return
          const next = talk.hear(line)
          if ('send' in next) return send(next.send)
          if ('failure' in next) fail(next.failure)
          else end(undefined)
        }
        const answer = (line: string) => connection.send('toServer', () => hear(line))
        const take = () => this.#device.take(request, connection, answer)
        connection.send('toDevice', take, isSent ? until : undefined)
      }
      this.#time.after(until - this.#time.now, () => {
        if (!isSent) fail(new DeviceFailure('hung'))
      })
      this.#time.after(until + answerGraceMs - this.#time.now, () => fail(new DeviceFailure('hung')))
      send(talk.first)
    })
  }

  #passed(until: number): Promise<void> {
    return new Promise((resolve) => {
      this.#time.after(until - this.#time.now, resolve)
    })
  }

  #reply(outcome: OpeningOutcome): Reply {
    return { outcome, at: this.#time.now, message: '' }
  }
}

/**
 * Two people press 'Abrir' at one gate, `presses` times in all, while lines and calls are late, lost and doubled, and device and server restart
 * (OPEN-3). Chart, lines, deadline, outcomes and rule of the device are those of the product; network, clocks and storage are simulated.
 */
export async function pressedGate(seed: number, presses: number): Promise<OpeningFindings> {
  const random = seededRandom(seed)
  const chance: Chance = (share) => random() < share
  const time = new Timeline()
  const device = new Device(time, random)
  const server = new Server(time, random, device)
  /** Latest allowed time of the opening for each key. */
  const deadlines = new Map<string, number>()
  const shown: { key: string; outcome: OpeningOutcome }[] = []
  let left = presses
  let keys = 0

  function call(request: OpeningRequest): Promise<OpeningReply> {
    const latest = time.now + longestOpeningMs + panelClockErrorMs * remainingError
    deadlines.set(request.key, Math.min(Date.parse(request.deadline) - serverStart, latest))
    return new Promise((resolve, reject) => {
      const copies = chance(0.04) ? 2 : 1
      if (chance(0.05)) time.after(delayOf(random), () => reject(new Error('lost')))
      for (let copy = 0; copy < copies; copy += 1)
        if (!chance(0.05))
          time.after(delayOf(random), () =>
            server.receive(request, (reply) => {
              if (!chance(0.05)) time.after(delayOf(random), () => resolve(reply))
            }),
          )
    })
  }

  function person(aheadMs: number): void {
    const clock = {
      now: () => serverStart + time.now + aheadMs,
      serverNow: () => serverStart + time.now + aheadMs * remainingError,
      setTimeout: (run: () => void, ms: number) => time.after(ms, run),
      clearTimeout: (timer: { cancel: () => void } | undefined) => timer?.cancel(),
    }
    const machine = gateOpeningMachine.provide({
      actors: { send: fromPromise(({ input }) => call(input)) },
      actions: { ...noPressMemory.actions, logFailure: () => {} },
      guards: noPressMemory.guards,
    })
    const newKey = () => {
      keys += 1
      return `chave ${keys}`
    }
    const input = { target: { wordCode: 'AV-02', condominiumId: 'c1' }, userId: 'u1', newKey, isIsolated: () => false }
    const opening = createActor(machine, { input, clock })
    let wasEnded = false
    opening.subscribe((snapshot) => {
      const { key, end } = snapshot.context
      if (snapshot.hasTag('ended') && !wasEnded && end !== null) shown.push({ key, outcome: end.outcome })
      wasEnded = snapshot.hasTag('ended')
      if (snapshot.hasTag('idle')) press()
    })
    function press(): void {
      if (left === 0) return
      left -= 1
      time.after(random() * 2_000, () => {
        opening.send({ type: 'gate.press' })
        // The person presses again too early, and the panel sends nothing.
        if (chance(0.5)) opening.send({ type: 'gate.press' })
      })
    }
    opening.start()
  }

  person((random() * 2 - 1) * panelClockErrorMs)
  person((random() * 2 - 1) * panelClockErrorMs)
  for (let at = 0; at < presses * 6_000; at += random() * 120_000)
    time.after(at, () => (chance(0.5) ? device.restart() : server.restart()))
  await time.runOut()
  return { ...findings({ device, deadlines, shown }), interrupted: server.interrupted }
}

function findings(world: {
  device: Device
  deadlines: ReadonlyMap<string, number>
  shown: readonly { key: string; outcome: OpeningOutcome }[]
}): Omit<OpeningFindings, 'interrupted'> {
  const { acts } = world.device
  const keys = new Set(acts.map(({ key }) => key))
  const count = (outcome: OpeningOutcome) => world.shown.filter((each) => each.outcome === outcome)
  return {
    presses: world.deadlines.size,
    opened: keys.size,
    afterDeadline: acts.filter(({ key, at }) => at > (world.deadlines.get(key) ?? 0)).length,
    twice: acts.length - keys.size,
    falselyOpened: count('opened').filter(({ key }) => !keys.has(key)).length,
    falselyClosed: [...count('refused'), ...count('unsent')].filter(({ key }) => keys.has(key)).length,
    shown: {
      opened: count('opened').length,
      refused: count('refused').length,
      unsent: count('unsent').length,
      unknown: count('unknown').length,
    },
  }
}
