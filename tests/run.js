import { mkdirSync, rmSync } from 'node:fs'
import { runCommand, stopRequest } from '../backend/command.js'
import { ensureInstalled } from '../backend/install.js'
import { ensureChromium } from './chromium.js'
import { playwrightCounts, vitestCounts } from './report-counts.js'

/**
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 * @typedef {(env: NodeJS.ProcessEnv) => Promise<Counts>} Step
 */

/** @type {Record<string, { title: string, run: Step, needs?: string[] }>} */
const steps = {
  types: { title: 'Type check', run: single('tsc', '--noEmit') },
  workerTypes: {
    title: 'Type check of the push worker',
    run: single('tsc', '--noEmit', '--project', 'src/push-worker'),
  },
  lint: { title: 'Lint', run: single('biome', 'check', '.') },
  unit: { title: 'Unit tests and import rules', run: vitest('unit') },
  models: { title: 'Model-based tests', run: vitest('models') },
  services: { title: 'Contract and service tests', run: vitest('services') },
  build: { title: 'Build', run: single('vite', 'build') },
  chromium: { title: 'Chromium', run: chromium },
  e2e: { title: 'End-to-end tests', run: endToEnd, needs: ['build', 'chromium'] },
  docs: { title: 'Generated documents', run: single('node', 'tests/docs/write.ts') },
  bench: { title: 'Benchmarks', run: single('node', 'tests/bench/main.ts'), needs: ['build', 'chromium'] },
}
const allTests = ['types', 'workerTypes', 'lint', 'unit', 'models', 'services', 'e2e']
const onePassed = { passed: 1, failed: 0, skipped: 0 }
const oneFailed = { passed: 0, failed: 1, skipped: 0 }
const nothing = { passed: 0, failed: 0, skipped: 0 }

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  console.error(error.message)
  console.log('0 passed, 1 failed')
  process.exitCode = 1
}

/** @param {string[]} asked names of steps; none means all tests */
async function main(asked) {
  const unknown = asked.filter((name) => !Object.hasOwn(steps, name))
  if (unknown.length > 0) throw new Error(`No step ${unknown.join(', ')}. Steps: ${Object.keys(steps).join(', ')}`)

  const env = testEnvironment(await ensureInstalled())
  const names = withNeeds(asked.length > 0 ? asked : allTests)
  /** @type {Map<string, Counts>} */
  const results = new Map()
  for (const name of names) {
    if (stopRequest.aborted) break
    const missing = (steps[name].needs ?? []).filter((need) => results.get(need)?.failed !== 0)
    results.set(name, await report(steps[name].title, missing, () => steps[name].run(env)))
  }
  if (stopRequest.aborted) results.set('stopped', oneFailed)
  return summarize([...results.values()])
}

/**
 * @param {string} title
 * @param {string[]} missing steps that this one needs and that failed
 * @param {() => Promise<Counts>} run
 */
async function report(title, missing, run) {
  console.log(`\n━━ ${title}`)
  if (missing.length > 0) {
    console.log(`━━ ${title}: not run, because this failed: ${missing.join(', ')}`)
    return oneFailed
  }
  const startedAt = Date.now()
  const counts = await run()
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1)
  console.log(`━━ ${title}: ${counts.failed === 0 ? 'ok' : 'FAILED'}, ${inWords(counts)} (${seconds} s)`)
  return counts
}

/**
 * The last line of output is for machines.
 * @param {Counts[]} results
 */
function summarize(results) {
  const total = results.reduce((sum, { passed, failed, skipped }) => ({
    passed: sum.passed + passed,
    failed: sum.failed + failed,
    skipped: sum.skipped + skipped,
  }))
  console.log(`\n${inWords(total)}`)
  return total.failed === 0 ? 0 : 1
}

/** @param {Counts} counts */
function inWords({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

/** @param {string[]} names */
function withNeeds(names) {
  return [...new Set(names.flatMap((name) => [...(steps[name].needs ?? []), name]))]
}

/**
 * A command that counts as one test.
 * @param {string} command
 * @param {string[]} args
 * @returns {Step}
 */
function single(command, ...args) {
  return async (env) => ((await run(command, args, env)) === 0 ? onePassed : oneFailed)
}

/**
 * @param {string} project as vite.config.ts names it
 * @returns {Step}
 */
function vitest(project) {
  return async (env) => {
    const file = freshReport(project)
    const args = ['run', '--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
    return vitestCounts(file, await run('vitest', args, env))
  }
}

/** @type {Step} */
async function endToEnd(env) {
  const file = freshReport('e2e')
  return playwrightCounts(file, await run('playwright', ['test', '--config', 'tests/e2e/playwright.config.ts'], env))
}

/**
 * Not a test: it counts only when there is no Chromium.
 * @type {Step}
 */
async function chromium(env) {
  try {
    env.CHROMIUM_PATH = await ensureChromium(env)
    console.log(env.CHROMIUM_PATH)
    return nothing
  } catch (error) {
    console.error(error.message)
    return oneFailed
  }
}

/**
 * @param {string} command
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 */
async function run(command, args, env) {
  const { code, output } = await runCommand(command, args, { env })
  if (output) console.error(output)
  return code
}

/** @param {string} name */
function freshReport(name) {
  mkdirSync('test-results', { recursive: true })
  const file = `test-results/${name}.json`
  rmSync(file, { force: true })
  return file
}

/**
 * What a user's shell has set must not change what the tests see.
 * @param {NodeJS.ProcessEnv} env
 */
function testEnvironment(env) {
  const foreign = /^(GUARITA_|VITE_|VITEST|NODE_ENV$|DATABASE_URL$|PORT$)/
  const kept = Object.entries(env).filter(([name]) => !foreign.test(name))
  return { ...Object.fromEntries(kept), TZ: 'America/Sao_Paulo' }
}
