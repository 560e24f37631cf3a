import { mkdirSync, rmSync } from 'node:fs'
import { ensureChromium } from './chromium.js'
import { stopRequest } from './command.js'
import { findHeadlessShell } from './find-chromium.js'
import { findPostgres, noPostgres } from './find-postgres.js'
import { ensureInstalled } from './install.js'
import { playwrightCounts, playwrightFailures, vitestCounts, vitestFailures } from './report-counts.js'
import { runSteps } from './run-steps.js'
import { runStepProcess } from './step-process.js'
import { inWords, stepTable } from './step-table.js'
import { compileCache, dropForeignVariables } from './test-environment.js'

/**
 * @typedef {import('./run-steps.js').Step} Step
 * @typedef {import('./run-steps.js').Run} Run
 * @typedef {import('./run-steps.js').Counts} Counts
 */

// In starting order: the two steps that take longest start first, as soon as their needs are done.
/** @type {Record<string, Step>} */
const steps = {
  build: { title: 'Build', run: single('vite', 'build'), isUrgent: true },
  chromium: { title: 'Chromium', run: chromium },
  e2e: { title: 'End-to-end tests', run: endToEnd, needs: ['build', 'chromium'], isUrgent: true },
  services: { title: 'Contract and service tests', run: vitest('services'), isUrgent: true },
  unit: { title: 'Unit tests', run: vitest('unit') },
  models: { title: 'Model-based tests', run: vitest('models') },
  // By default tsc uses four parallel checkers, each of which computes the shared types again: two and a half times as much work.
  types: { title: 'Type check', run: single('tsc', '--noEmit', '--singleThreaded') },
  workerTypes: {
    title: 'Type check of the push worker',
    run: single('tsc', '--noEmit', '--project', 'src/push-worker'),
  },
  shellWorkerTypes: {
    title: 'Type check of the shell worker',
    run: single('tsc', '--noEmit', '--project', 'src/shell-worker'),
  },
  lint: { title: 'Lint', run: single('biome', 'check', '.') },
  unused: { title: 'Nothing unused', run: single('npm', 'run', 'unused') },
  arrows: { title: 'Import rules', run: single('npm', 'run', 'arrows') },
  postgres: { title: 'Service tests on PostgreSQL', run: onPostgres },
  docs: { title: 'Generated documents', run: single('node', 'scripts/docs/write.ts') },
  replay: replayed([]),
  bench: {
    title: 'Benchmarks',
    run: single('node', 'tests/bench/main.ts'),
    needs: ['build', 'chromium'],
    isUrgent: true,
  },
}
const dataDirs = 'test-results/data'
const noTests = ['docs', 'replay', 'bench']
const onePassed = { passed: 1, failed: 0, skipped: 0 }
const oneFailed = { passed: 0, failed: 1, skipped: 0 }
const oneSkipped = { passed: 0, failed: 0, skipped: 1 }
const nothing = { passed: 0, failed: 0, skipped: 0 }

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  console.log('0 passed, 1 failed')
  process.exitCode = 1
}

/**
 * @param {string[]} args names of steps; none means all tests. `--all`: every path of the models and every page in
 * every theme, not a selection. `replay FILE... [--keep]`: recordings of the inspector against this build
 */
async function main(args) {
  if (args[0] === 'replay') {
    steps.replay = replayed(args.slice(1))
    args.length = 1
  }
  const asked = args.filter((arg) => arg !== '--all')
  const unknown = asked.filter((name) => !Object.hasOwn(steps, name))
  if (unknown.length > 0) throw new Error(`No step ${unknown.join(', ')}. Steps: ${Object.keys(steps).join(', ')}`)

  const env = stepEnvironment(await ensureInstalled())
  if (args.includes('--all')) env.TESTS = 'all'
  const names = Object.keys(steps).filter((name) => (asked.length > 0 ? asked.includes(name) : !noTests.includes(name)))
  const startedAt = Date.now()
  rmSync(dataDirs, { recursive: true, force: true })
  const results = await runSteps(steps, names, env)
  rmSync(dataDirs, { recursive: true, force: true })

  if (stopRequest.aborted) results.push({ title: 'Stopped', counts: oneFailed, wallMs: 0, cpuMs: 0 })
  console.log(`\n${stepTable(results, Date.now() - startedAt)}`)
  const failures = results.flatMap((result) => (result.failures ?? []).map((line) => `${result.title}: ${line}`))
  if (failures.length > 0) console.log(`\n${failures.join('\n')}`)
  const failed = results.reduce((sum, { counts }) => sum + counts.failed, 0)
  // The last line of output is for machines.
  console.log(`\n${inWords(results.map(({ counts }) => counts))}`)
  return failed === 0 ? 0 : 1
}

/**
 * Makes a step of a command that counts as one test.
 * @param {string} command
 * @param {string[]} args
 * @returns {Run}
 */
function single(command, ...args) {
  return async (env, how) => {
    const { code, ...result } = await runStepProcess(command, args, { env, ...how })
    return { ...result, counts: code === 0 ? onePassed : oneFailed }
  }
}

/**
 * @param {string[]} args files of recordings
 * @returns {Step}
 */
function replayed(args) {
  return { title: 'Replayed recordings', run: single('node', 'scripts/replay/main.ts', ...args) }
}

/**
 * @param {string} project name in vite.config.ts
 * @returns {Run}
 */
function vitest(project) {
  return async (env, how) => {
    const file = freshReport(project)
    const seed = `--sequence.seed=${Date.now()}`
    const args = [
      'run',
      '--project',
      project,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
      seed,
    ]
    if (!how.isShown) args.push('--maxWorkers=1')
    const { code, ...result } = await runStepProcess('vitest', args, { env, ...how })
    const failures = vitestFailures(file)
    // vite.config.ts shuffles the tests only in CI.
    if (code !== 0 && env.CI !== undefined)
      failures.push(`the same order again: npx vitest run --project ${project} --sequence.shuffle ${seed}`)
    return { ...result, counts: vitestCounts(file, code), failures }
  }
}

/**
 * Runs the backend's tests again on PostgreSQL; without PostgreSQL prints this, and counts the run as skipped.
 * @type {Run}
 */
async function onPostgres(env, how) {
  if (findPostgres() !== undefined) return vitest('services-postgres')(env, how)
  return { counts: oneSkipped, output: `Skipped: ${noPostgres}\n`, cpuMs: 0 }
}

/** @type {Run} */
async function endToEnd(env, how) {
  const file = freshReport('e2e')
  const args = ['test', '--config', 'tests/e2e/playwright.config.ts', ...(how.isShown ? [] : ['--workers=1'])]
  const { code, ...result } = await runStepProcess('playwright', args, { env, ...how })
  return { ...result, counts: playwrightCounts(file, code), failures: playwrightFailures(file) }
}

/**
 * Not a test: counts only as a failure if there is no Chromium.
 * @type {Run}
 */
async function chromium(env) {
  try {
    env.CHROMIUM_PATH = await ensureChromium(env)
    const shell = findHeadlessShell()
    if (shell !== undefined) env.CHROMIUM_SHELL_PATH = shell
    return { counts: nothing, output: `${env.CHROMIUM_PATH}\n${shell ?? ''}\n`, cpuMs: undefined }
  } catch (error) {
    return { counts: oneFailed, output: `${error instanceof Error ? error.message : error}\n`, cpuMs: undefined }
  }
}

/** @param {string} name */
function freshReport(name) {
  mkdirSync('test-results', { recursive: true })
  const file = `test-results/${name}.json`
  rmSync(file, { force: true })
  return file
}

/**
 * Removes variables of the user's shell that would change a step.
 * @param {NodeJS.ProcessEnv} env
 * @returns {NodeJS.ProcessEnv}
 */
function stepEnvironment(env) {
  const kept = Object.entries(env).filter(([name]) => !/^(VITEST|TESTS$|NODE_ENV$)/.test(name))
  const own = { ...Object.fromEntries(kept), NODE_COMPILE_CACHE: compileCache }
  dropForeignVariables(own)
  return process.stdout.isTTY ? { ...own, FORCE_COLOR: '1' } : own
}
