import { stopRequest } from './command.js'
import { inWords } from './step-table.js'

/**
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 * @typedef {{ counts: Counts, output: string, cpuMs: number | undefined, failures?: string[] }} Ended `failures`: a line for each test
 * @typedef {{ isShown: boolean, isPatient: boolean }} How `isShown`: its output goes straight out; `isPatient`: it takes the processor
 *   time that the urgent ones leave
 * @typedef {(env: NodeJS.ProcessEnv, how: How) => Promise<Ended>} Run
 * @typedef {{ title: string, run: Run, needs?: string[], isUrgent?: boolean }} Step
 * @typedef {{ title: string, counts: Counts, wallMs: number, cpuMs: number | undefined, failures?: string[] }} Result
 */

// One step for each of two cores. More parallel steps end no sooner, and take a fifth more CPU time.
const atOnce = 2

/**
 * Runs the given steps and their needs, two at a time, in order as soon as their needs are done. Prints the output of a
 * step when it ends. A step with a failed need is not run and counts as one failure; after a stop request no step is
 * started.
 * @param {Record<string, Step>} steps in the order in which they start
 * @param {string[]} asked
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<Result[]>} in the order of their ends
 */
export async function runSteps(steps, asked, env) {
  const waiting = withNeeds(steps, asked)
  const isAlone = waiting.length === 1
  /** @type {Map<string, Result>} */
  const ended = new Map()
  /** @type {Map<string, Promise<void>>} */
  const running = new Map()

  const isReady = (/** @type {string} */ name) => (steps[name]?.needs ?? []).every((need) => ended.has(need))
  const start = async (/** @type {string} */ name) => {
    const step = steps[name]
    if (step === undefined) throw new Error(`unknown step ${name}`)
    const missing = (step.needs ?? []).filter((need) => ended.get(need)?.counts.failed !== 0)
    ended.set(
      name,
      await report(step, missing, () => step.run(env, { isShown: isAlone, isPatient: step.isUrgent !== true })),
    )
    running.delete(name)
  }

  while (waiting.length + running.size > 0 && !(stopRequest.aborted && running.size === 0)) {
    const next = stopRequest.aborted ? undefined : waiting.find(isReady)
    if (next === undefined || running.size === atOnce) await Promise.race(running.values())
    else {
      waiting.splice(waiting.indexOf(next), 1)
      running.set(next, start(next))
    }
  }
  return [...ended.values()]
}

/**
 * @param {Step} step
 * @param {string[]} missing failed steps that this one needs
 * @param {() => Promise<Ended>} run
 * @returns {Promise<Result>}
 */
async function report({ title }, missing, run) {
  if (missing.length > 0) {
    console.log(`\n━━ ${title}: not run, because this failed: ${missing.join(', ')}`)
    return { title, counts: { passed: 0, failed: 1, skipped: 0 }, wallMs: 0, cpuMs: 0 }
  }
  console.log(`   ${title} …`)
  const startedAt = performance.now()
  const { output, ...ended } = await run()
  const wallMs = performance.now() - startedAt
  const verdict = `${ended.counts.failed === 0 ? 'ok' : 'FAILED'}, ${inWords([ended.counts])} (${(wallMs / 1_000).toFixed(1)} s)`
  console.log(`${output && `\n━━ ${title}\n${output}`}━━ ${title}: ${verdict}\n`)
  return { title, ...ended, wallMs }
}

/**
 * @param {Record<string, Step>} steps
 * @param {string[]} asked
 * @returns {string[]} in the order of `steps`
 */
function withNeeds(steps, asked) {
  const wanted = new Set(asked.flatMap((name) => [...(steps[name]?.needs ?? []), name]))
  return Object.keys(steps).filter((name) => wanted.has(name))
}
