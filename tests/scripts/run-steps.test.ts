import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Counts, type Run, runSteps, type Step } from '../../scripts/run-steps.js'
import { inWords, stepTable } from '../../scripts/step-table.js'
import { eventually } from '../eventually.ts'

const passed: Counts = { passed: 1, failed: 0, skipped: 0 }
const failed: Counts = { passed: 0, failed: 1, skipped: 0 }

let events: string[]

beforeEach(() => {
  events = []
  vi.spyOn(console, 'log').mockImplementation((text: string) => void events.push(text))
})
afterEach(() => {
  vi.restoreAllMocks()
})

/** A step that runs until the test calls `end`. */
function step(title: string, counts: Counts = passed, needs: string[] = []) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const run: Run = async () => {
    events.push(`begin ${title}`)
    await promise
    return { counts, output: `output of ${title}\n`, cpuMs: 100 }
  }
  return { title, run, needs, end: () => resolve() } satisfies Step & { end: () => void }
}

function began(): string[] {
  return events.filter((event) => event.startsWith('begin '))
}

test('runSteps runs two steps at the same time, and starts the next one whose needs are met when a step ends', async () => {
  const steps = {
    build: step('build'),
    e2e: step('e2e', passed, ['build']),
    services: step('services'),
    types: step('types'),
    lint: step('lint'),
  }
  const ended = runSteps(steps, Object.keys(steps), {})
  const soFar = ['begin build', 'begin services']
  await eventually(() => expect(began()).toEqual(soFar))
  steps.services.end()
  soFar.push('begin types')
  await eventually(() => expect(began()).toEqual(soFar))
  steps.build.end()
  soFar.push('begin e2e')
  await eventually(() => expect(began()).toEqual(soFar))
  steps.types.end()
  soFar.push('begin lint')
  await eventually(() => expect(began()).toEqual(soFar))
  for (const { end } of Object.values(steps)) end()
  expect((await ended).map(({ title }) => title).sort()).toEqual(['build', 'e2e', 'lint', 'services', 'types'])
})

test('steps that are not urgent run with low priority', async () => {
  const patient: string[] = []
  const noting = (title: string, isUrgent: boolean): Step => ({
    title,
    isUrgent,
    run: async (_env, { isPatient }) => {
      if (isPatient) patient.push(title)
      return { counts: passed, output: '', cpuMs: 0 }
    },
  })
  await runSteps({ services: noting('services', true), lint: noting('lint', false) }, ['services', 'lint'], {})
  expect(patient).toEqual(['lint'])
})

test('runSteps prints the output of a step in one piece when the step ends', async () => {
  const steps = { one: step('one'), other: step('other') }
  const ended = runSteps(steps, ['one', 'other'], {})
  steps.one.end()
  steps.other.end()
  await ended
  expect(events.filter((event) => event.includes('output of other'))).toEqual([
    expect.stringMatching(/^\n━━ other\noutput of other\n━━ other: ok, 1 passed, 0 failed \(\d+\.\d s\)\n$/),
  ])
})

test('runSteps does not run a step whose need failed, and counts it as a failure', async () => {
  const steps = { build: step('build', failed), e2e: step('e2e', passed, ['build']) }
  const ended = runSteps(steps, ['e2e'], {})
  steps.build.end()
  const results = await ended
  expect(began()).toEqual(['begin build'])
  expect(inWords(results.map(({ counts }) => counts))).toBe('0 passed, 2 failed')
})

test('the final table has wall and processor time of each step, or "unknown"', () => {
  const results = [
    { title: 'Lint', counts: passed, wallMs: 1_234, cpuMs: 2_000 },
    { title: 'Chromium', counts: { passed: 0, failed: 0, skipped: 2 }, wallMs: 10, cpuMs: undefined },
  ]
  expect(stepTable(results, 1_300).split('\n')).toEqual([
    'Step       Result                         Wall s    CPU s',
    'Lint       1 passed, 0 failed                1.2      2.0',
    'Chromium   0 passed, 0 failed, 2 skipped     0.0  unknown',
    'All of it                                    1.3      2.0',
  ])
})
