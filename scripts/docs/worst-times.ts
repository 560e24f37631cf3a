import { checkTimes } from '../../backend/health/check-times.ts'
import { engineEveryMs } from '../../backend/incidents/incident-engine.ts'
import { breakerRules } from '../../contract/devices/breaker-rules.ts'
import { networkOperation, retryDelayMs } from '../../contract/devices/retry-policies.ts'
import { gatheredForMs, oscillationMs } from '../../contract/incidents/incident-rules.ts'
import { deviceTimeoutMs } from '../../src/services/devices/device-control-api.ts'

const { everyMs, longestEveryMs, tickMs, answerTimeoutMs } = checkTimes
const { threshold, openTimeoutMs } = breakerRules
const { attempts } = networkOperation

/** Longest pause before each further attempt of one call of a person. */
const longestPausesMs = Array.from({ length: attempts - 1 }, (_, index) => retryDelayMs(networkOperation, index + 1, 1))

/** Duration of all attempts of one call of a person, if each attempt takes `answerMs` and the pauses are the longest. */
function wholeCallMs(answerMs: number): number {
  return attempts * answerMs + longestPausesMs.reduce((sum, pauseMs) => sum + pauseMs, 0)
}

/**
 * Longest times of the server and of a panel, in milliseconds, computed from the constants; for a server with free slots
 * and default settings (AUD-5). `refused`: the device refuses at once. `silent`: it never answers.
 */
export const worstTimes = {
  server: {
    /** From the failure to the status 'sem contato', without a call of a person. */
    alert: { refused: everyMs + tickMs, silent: everyMs + tickMs + answerTimeoutMs },
    alertOfMany: { refused: longestEveryMs + tickMs, silent: longestEveryMs + tickMs + answerTimeoutMs },
    /** From a call of a person to the status 'sem contato'. */
    alertByCall: { refused: 0, silent: answerTimeoutMs },
    /** From the status to the incident on the screens, and to its notification. */
    incident: engineEveryMs,
    notification: gatheredForMs + 2 * engineEveryMs,
    /** From the last change of an oscillating device to its notification. */
    oscillation: oscillationMs + engineEveryMs,
    /** From the return of the device, just after a check was sent, to the status 'online', without a call of a person. */
    recovery: { refused: everyMs + tickMs + answerTimeoutMs, silent: everyMs + tickMs + 2 * answerTimeoutMs },
  },
  panel: {
    /** From a call of a person to the error of its first attempt; `noServer`: the server itself does not answer. */
    firstFailure: { refused: 0, silent: answerTimeoutMs, noServer: deviceTimeoutMs },
    /** The end of the first call, which counts `attempts` failures. */
    firstCall: { refused: wholeCallMs(0), silent: wholeCallMs(answerTimeoutMs) },
    /** Number of the call in which the pause begins. `pauseInCall`: time from the start of that call to the pause. */
    pauseAtCall: Math.ceil(threshold / attempts),
    pauseInCall: { refused: 0, silent: answerTimeoutMs },
    /** From the return of the device, just after a trial was sent, to a closed circuit, if the page is visible. */
    recovery: { refused: openTimeoutMs + answerTimeoutMs, silent: openTimeoutMs + 2 * answerTimeoutMs },
  },
} as const
