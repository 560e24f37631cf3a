import { breakerRules, circuitStateOf } from '../../contract/devices/breaker-rules.ts'
import { networkOperation, type RetryPolicy } from '../../contract/devices/retry-policies.ts'
import { type AnswerName, askingToWait, deviceAnswers } from '../machines/devices/device-answers.ts'
import { type DeviceCall, DeviceWorld, onlyOnce, portaria } from '../machines/devices/device-world.ts'
import { epoch, settle } from '../models/parts/production-actor.ts'

/** Events of a timeline. */
export type Step =
  | 'fails'
  | 'succeeds'
  | 'rejected'
  | 'offline'
  | 'cancelled'
  | 'letThrough'
  | 'refused'
  | 'firstTrialFails'
  | 'earlierFails'
  | 'earlierSucceeds'
  | 'reset'
  | 'again'
  | 'retryEnds'
  | 'pageEnds'
  | 'notAsked'
  | 'askedAgain'
  | 'isolated'
  | 'released'

export interface TimelineRow {
  /** Milliseconds since the start of the timeline. */
  atMs: number
  step: Step
  state: string
  failureCount: number
  /** Timeline time from which the next call is let through; null if every call is let through. */
  retryAtMs: number | null
}

/** Runs the real machines on a simulated clock and notes a row per step. */
class Story {
  readonly rows: TimelineRow[] = []
  readonly world = new DeviceWorld()
  #startedAt = epoch

  begin(): void {
    this.#startedAt = this.world.clock.now()
    this.rows.length = 0
  }

  async at(ms: number): Promise<void> {
    await this.world.advance(this.#startedAt + ms - this.world.clock.now())
  }

  async ask(step: 'letThrough' | 'refused'): Promise<DeviceCall> {
    const call = this.world.call(portaria, { policy: onlyOnce })
    await settle()
    if (call.isAwaited !== (step === 'letThrough')) throw new Error(`expected a call to be ${step}`)
    this.note(step)
    return call
  }

  async answer(step: Step, call: DeviceCall, answer: AnswerName): Promise<void> {
    call.answer(answer)
    await settle()
    this.note(step)
  }

  async fail(times = 1): Promise<void> {
    for (let time = 0; time < times; time++) {
      await this.world.fail(1)
      this.note('fails')
    }
  }

  note(step: Step): void {
    const circuit = this.world.circuit()
    const retryAt = this.world.calls.circuits.retryAt(portaria.wordCode)
    this.rows.push({
      atMs: this.world.clock.now() - this.#startedAt,
      step,
      state: circuit === undefined ? 'CLOSED' : circuitStateOf(circuit),
      failureCount: circuit?.context.failureCount ?? 0,
      retryAtMs: retryAt === null ? null : retryAt - this.#startedAt,
    })
  }
}

const { threshold, openTimeoutMs, halfOpenTimeoutMs } = breakerRules

const stories = {
  async threshold(story: Story) {
    for (let second = 0; second < 5; second++) {
      await story.at(second * 1_000)
      await story.fail()
    }
    await story.at(5_000)
    await story.ask('refused')
  },
  async uncounted(story: Story) {
    await story.fail(4)
    const rejected = await story.world.once('status 404')
    if (rejected.error === undefined) throw new Error('a 404 is an error to its caller')
    story.note('rejected')
    story.world.isOnline = false
    await story.world.once('noResponse')
    story.note('offline')
    story.world.isOnline = true
    const cancelled = story.world.call(portaria, { policy: onlyOnce })
    cancelled.abandon(new Error('cancelled'))
    await settle()
    story.note('cancelled')
    await story.world.once('success')
    story.note('succeeds')
  },
  async openTimeout(story: Story) {
    await story.world.fail(5)
    story.begin()
    await story.at(openTimeoutMs - 1)
    await story.ask('refused')
    await story.at(openTimeoutMs)
    const trial = await story.ask('letThrough')
    await story.at(openTimeoutMs + 400)
    await story.answer('succeeds', trial, 'success')
  },
  async trialFails(story: Story) {
    await story.world.fail(5)
    story.begin()
    await story.at(openTimeoutMs)
    const trial = await story.ask('letThrough')
    await story.at(openTimeoutMs + 8_000)
    await story.answer('fails', trial, 'timeout')
    await story.at(2 * openTimeoutMs + 7_999)
    await story.ask('refused')
    await story.at(2 * openTimeoutMs + 8_000)
    await story.ask('letThrough')
  },
  async trialOverdue(story: Story) {
    await story.world.fail(5)
    await story.world.advance(openTimeoutMs)
    story.begin()
    const first = await story.ask('letThrough')
    await story.at(halfOpenTimeoutMs - 1)
    await story.ask('refused')
    await story.at(halfOpenTimeoutMs)
    const second = await story.ask('letThrough')
    await story.at(halfOpenTimeoutMs + 1_000)
    await story.answer('firstTrialFails', first, 'timeout')
    await story.at(halfOpenTimeoutMs + 2_000)
    await story.answer('succeeds', second, 'success')
  },
  async late(story: Story) {
    const [one, other] = [await story.ask('letThrough'), await story.ask('letThrough')]
    await story.at(1_000)
    await story.fail(5)
    await story.at(60_000)
    await story.answer('earlierFails', one, 'timeout')
    await story.at(61_000)
    await story.answer('earlierSucceeds', other, 'success')
    await story.at(1_000 + openTimeoutMs)
    await story.ask('refused')
    await story.at(60_000 + openTimeoutMs)
    await story.ask('letThrough')
  },
  async reset(story: Story) {
    const earlier = await story.ask('letThrough')
    await story.fail(5)
    await story.at(30_000)
    await story.ask('refused')
    story.world.calls.circuits.reset(portaria, 'Cabo trocado')
    story.note('reset')
    await story.at(31_000)
    await story.answer('earlierFails', earlier, 'timeout')
    await story.ask('letThrough')
  },
  async retried(story: Story) {
    await story.world.fail(threshold - 2)
    story.begin()
    const call = story.world.call(portaria, { policy: networkOperation })
    story.note('letThrough')
    await story.answer('fails', call, 'timeout')
    await story.at(networkOperation.baseMs)
    if (call.attempts !== 2) throw new Error('expected a second attempt')
    story.note('again')
    await story.answer('fails', call, 'status 503')
    await story.at(60_000)
    if (call.attempts !== 2 || call.error === undefined) throw new Error('expected the retry to have ended')
    story.note('retryEnds')
  },
  async pageEnds(story: Story) {
    await story.world.fail(5)
    await story.world.advance(openTimeoutMs)
    story.begin()
    await story.ask('letThrough')
    await story.at(10_000)
    story.world.calls.pageTurns()
    story.note('pageEnds')
    await story.at(12_000)
    const next = await story.ask('letThrough')
    await story.at(12_400)
    await story.answer('succeeds', next, 'success')
  },
  async serverBusy(story: Story) {
    await story.fail(4)
    const call = story.world.call(portaria, { policy: networkOperation })
    story.note('letThrough')
    await story.answer('notAsked', call, 'not asked')
    await story.at(networkOperation.baseMs)
    if (call.attempts !== 2) throw new Error('expected a second attempt')
    story.note('askedAgain')
    await story.answer('fails', call, 'timeout')
    await story.at(networkOperation.baseMs + openTimeoutMs)
    const trial = await story.ask('letThrough')
    await story.answer('notAsked', trial, 'not asked')
    await story.at(networkOperation.baseMs + openTimeoutMs + 2_000)
    const next = await story.ask('letThrough')
    await story.answer('succeeds', next, 'success')
  },
  async isolated(story: Story) {
    const { circuits } = story.world.calls
    const until = epoch + 60 * 60_000
    circuits.isolate(portaria, { until, by: 'Ana', reason: 'Manutenção do portão' })
    story.note('isolated')
    await story.at(60 * 60_000 - 1)
    await story.ask('refused')
    await story.at(60 * 60_000)
    await story.answer('fails', await story.ask('letThrough'), 'timeout')
    await story.at(60 * 60_000 + 1_000)
    circuits.isolate(portaria, { until: until + 60 * 60_000, by: 'Ana', reason: 'Ainda não está pronto' })
    story.note('isolated')
    await story.at(75 * 60_000)
    circuits.release(portaria.wordCode, 'Portão pronto')
    story.note('released')
    await story.answer('succeeds', await story.ask('letThrough'), 'success')
  },
} satisfies Record<string, (story: Story) => Promise<void>>

export type StoryName = keyof typeof stories
export const storyNames = [
  'threshold',
  'uncounted',
  'openTimeout',
  'trialFails',
  'trialOverdue',
  'late',
  'reset',
  'retried',
  'pageEnds',
  'serverBusy',
  'isolated',
] as const

export async function timelineOf(name: StoryName): Promise<readonly TimelineRow[]> {
  const story = new Story()
  await stories[name](story)
  return story.rows
}

/** Times of all attempts of a call that always fails, in milliseconds since its start. `random` is in [0, 1). */
export async function attemptTimes(policy: RetryPolicy, random: number, retryAfterMs?: number): Promise<number[]> {
  const world = new DeviceWorld()
  world.random = random
  const times: number[] = []
  const answer = retryAfterMs === undefined ? deviceAnswers['status 500'] : askingToWait(retryAfterMs)
  const ended = world.calls
    .call(
      portaria,
      async () => {
        times.push(world.clock.now() - epoch)
        return answer
      },
      { policy },
    )
    .then(
      () => false,
      () => true,
    )
  await world.advance(policy.attempts * (policy.maxMs + policy.jitterMs))
  if (!(await ended) || times.length !== policy.attempts) throw new Error('expected every attempt to fail')
  return times
}

/** The longest wait that a server may ask for, and a longer wait. */
export const askedWaits = [5_000, networkOperation.maxMs * 4] as const
