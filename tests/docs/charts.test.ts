import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { AnyStateNode } from 'xstate'
import { loadCharts } from '../../scripts/charts/all-charts.ts'
import { childrenOf, nodesOf, stateName } from '../../src/inspector/charts/chart-parts.ts'
import { gateMachine } from '../inspector/charts/small-chart.ts'

const charts = (await loadCharts()).map((chart) => [chart.file, chart] as const)
const requirements = readFileSync('docs/traceability.md', 'utf8')
const tests = globSync('tests/**/*.test.ts').map((file) => readFileSync(file, 'utf8'))

test.each(charts)('%s names requirements of the traceability table', (_, { machine }) => {
  const ids: unknown = machine.root.meta?.requirements
  expect(ids).not.toEqual([])
  expect(Array.isArray(ids) && ids.filter((id) => !requirements.includes(`\n| ${id} | `))).toEqual([])
})

test.each(charts)('%s has a description for each region', (_, { machine }) => {
  expect(silentRegions(machine.root)).toEqual([])
})

test.each(charts)(
  '%s has a test that fails if a state, a transition or a side of a guard is not reached',
  (_, chart) => {
    const counting = tests.filter((text) => text.includes(`new Coverage(${chart.exportName})`))
    expect(counting.some((text) => /^testCoverage\(\w+\)$/m.test(text))).toBe(true)
  },
)

test('silentRegions lists the regions without a description', () => {
  expect(silentRegions(gateMachine.root)).toEqual(['light', 'light.on.lamp', 'light.on.count-down'])
})

/** Lists regions without a description. A region that only runs another chart needs none: the other chart has one. */
function silentRegions(root: AnyStateNode): string[] {
  return nodesOf(root)
    .filter((node) => node.parent?.type === 'parallel' && node.description === undefined && !isChild(node))
    .map(stateName)
}

function isChild(region: AnyStateNode): boolean {
  const [only, ...others] = childrenOf(region)
  return only !== undefined && others.length === 0 && only.invoke.length > 0
}
