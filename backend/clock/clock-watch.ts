import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../database/database.ts'
import { passOverUnavailable } from '../database/database-unavailable.ts'
import { checkClock } from '../database/trusted-clock.ts'
import { program } from '../program-name.js'
import type { Warnings } from '../readiness/warnings.ts'
import { ageFrom } from './age.ts'

const everyMs = 60_000
const knownForMs = 1_000

export type ClockWatch = {
  /** Resolves to false if the server's clock is implausible. The result is at most a second old. */
  isPlausible(): Promise<boolean>
  /** Resolves when a running check has ended. */
  stop(): Promise<void>
}

/** Checks the server's clock every minute, and sets or ends the warning `clock`. */
export function watchClock(
  database: Database,
  now: () => number,
  warnings: Warnings,
  log: FastifyBaseLogger,
): ClockWatch {
  let wasPlausible = true
  let last: { at: number; ageMs: () => number; result: Promise<boolean> } | undefined

  function isPlausible(): Promise<boolean> {
    const at = performance.now()
    // The clock itself is in doubt: a second by the monotonic clock counts too.
    if (last === undefined || at - last.at >= knownForMs || last.ageMs() >= knownForMs)
      last = { at, ageMs: ageFrom(now), result: check(now()) }
    return last.result
  }

  async function check(time: number): Promise<boolean> {
    const { isPlausible, trustedAt } = await checkClock(database, time)
    // The text contains the time: set at a change only, so that it is logged once.
    if (isPlausible !== wasPlausible)
      warnings.set('clock', '', isPlausible ? undefined : implausibleText(time, trustedAt))
    wasPlausible = isPlausible
    return isPlausible
  }

  function tick(): void {
    isPlausible()
      .catch(passOverUnavailable)
      .catch((error: unknown) => log.error(error, 'the clock could not be checked'))
  }

  tick()
  const timer = setInterval(tick, everyMs).unref()
  return {
    isPlausible,
    async stop() {
      clearInterval(timer)
      await last?.result.catch(() => {})
    },
  }
}

/** The field of an answer that reports an implausible clock to the panel. */
export async function clockPlausibility(clock: ClockWatch): Promise<{ isClockPlausible?: false }> {
  return (await clock.isPlausible()) ? {} : { isClockPlausible: false }
}

export function implausibleText(time: number, trustedAt: Date): string {
  return `O relógio do servidor parece errado: marca ${textOf(new Date(time))}, e a última hora confirmada é ${textOf(trustedAt)}. Nada antigo é apagado enquanto isso. Acerte o relógio ou, se ele está certo, confirme com "${program} clock --confirm".`
}

function textOf(time: Date): string {
  return time.toLocaleString('pt-BR', { timeZoneName: 'short' })
}
