import { expect, test } from 'vitest'
import { createMachine } from 'xstate'
import { childSentences } from '../../../scripts/docs/statecharts/chart-page.ts'
import { silentRegions } from '../../../scripts/docs/statecharts/chart-tables.ts'
import { loadCharts, requirementsOf } from '../../../scripts/docs/statecharts/charts.ts'
import { reachingTests } from '../../../scripts/docs/statecharts/reaching-tests.ts'
import { gateMachine } from './small-chart.ts'

const charts = await loadCharts()
const byName = charts.map((chart) => [chart.name, chart] as const)

test.each(byName)('%s says which requirements it serves', (_, { machine }) => {
  expect(requirementsOf(machine)).not.toEqual([])
})

test.each(byName)('%s says of every region what it is for', (_, chart) => {
  expect(silentRegions(chart.machine, childSentences(chart, charts))).toEqual([])
})

test.each(byName)('%s has a test that reaches all of it', (_, chart) => {
  const folder = chart.file.split('/').at(-2)
  expect(
    reachingTests(chart).complete,
    `add a model and its test: tests/models/${folder}/${chart.name}.{model,test}.ts`,
  ).not.toEqual([])
})

test('every chart is started by another one, but for the root of the panel, and beside it the inspector, its offer, a one-time link, a verification, a wall and what the server runs', () => {
  const started = charts.flatMap(({ children }) => children.map(({ exportName }) => exportName))
  const roots = charts.map(({ exportName }) => exportName).filter((name) => !started.includes(name))
  expect(roots).toEqual([
    'verificationMachine',
    'inspectorOfferMachine',
    'inspectorMachine',
    'invitationMachine',
    'panelMachine',
    'wallMachine',
    'incidentMachine',
  ])
})

test('who starts whom is known also where a module or a later chunk stands between them', () => {
  const started = charts.find(({ name }) => name === 'devices')?.children
  expect(started).toEqual([
    { actor: 'commands', module: null, exportName: 'deviceCommandsMachine' },
    { actor: 'deed', module: null, exportName: 'deviceDeedMachine' },
    { actor: 'copy', module: null, exportName: 'textCopyMachine' },
    { actor: 'timeline', module: null, exportName: 'deviceTimelineMachine' },
    { actor: 'bulk', module: null, exportName: 'deviceBulkMachine' },
    { actor: 'trials', module: null, exportName: 'deviceTrialsMachine' },
    { actor: null, module: 'src/machines/devices/device-calls.ts', exportName: 'retryMachine' },
    { actor: null, module: 'src/machines/devices/device-circuits.ts', exportName: 'breakerMachine' },
  ])
  const laterOnes = charts.find(({ name }) => name === 'panel')?.children.map(({ exportName }) => exportName)
  expect(laterOnes).toContain('themeMachine')
  expect(charts.find(({ name }) => name === 'device-operation')?.children).toEqual([])
})

test('a region without a word is noticed, others are not', () => {
  expect(silentRegions(gateMachine, () => null)).toEqual(['light', 'light.on.lamp', 'light.on.count-down'])
})

test('what is no requirement is refused', () => {
  expect(requirementsOf(gateMachine)).toEqual(['DEV-1', 'A11Y-3'])
  expect(() => requirementsOf(createMachine({ id: 'm' }))).toThrow('m: which requirements does it serve?')
  for (const id of ['DEV', 'DEV-0', 'dev-1', 'XYZ-1', 'DEV-1a', 5])
    expect(() => requirementsOf(createMachine({ id: 'm', meta: { requirements: ['DEV-1', id] } }))).toThrow(
      `m: "${id}" is no requirement`,
    )
})

test('the tests of a chart are those that run it, not those that know its types', () => {
  const { complete, others } = reachingTests({
    file: 'src/machines/breaker/breaker.machine.ts',
    exportName: 'breakerMachine',
  })
  expect(complete).toEqual([
    { file: 'tests/models/breaker/breaker.test.ts', model: 'tests/models/breaker/breaker.model.ts' },
  ])
  expect(others).toContain('tests/machines/devices/device-circuits.test.ts')
  expect(others).not.toContain('tests/models/audit/audit.test.ts')
})
