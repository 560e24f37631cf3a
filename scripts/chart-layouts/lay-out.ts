import { createHash } from 'node:crypto'
import { globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { ELK } from 'elkjs/lib/elk-api.js'
import { describeChart } from '../../src/inspector/charts/chart-description.ts'
import { layOutChart } from '../../src/inspector/charts/chart-layout.ts'
import { type AllChartPlaces, chartKey } from '../../src/inspector/charts/chart-places.ts'
import { loadCharts } from '../docs/statecharts/charts.ts'

/**
 * Prints the layouts of all charts (`AllChartPlaces`) as JSON. Those that the file named by the first argument has are not made
 * again; it is written anew. To be run in the project's folder.
 */
const [, , cacheFile = ''] = process.argv
const madeBy = layoutVersion()
const made = readMade()
const layouts: Record<string, AllChartPlaces[string]> = {}
const require = createRequire(import.meta.url)
// The same engine without a worker.
const Engine: new () => ELK = require('elkjs/lib/elk.bundled.js')
const engine = new Engine()
for (const { machine } of await loadCharts()) {
  const chart = describeChart(machine)
  const key = chartKey(chart)
  layouts[key] = made[key] ?? (await layOutChart(chart, (graph) => engine.layout(graph)))
}
const text = JSON.stringify(layouts)
if (text !== JSON.stringify(made)) keep()
process.stdout.write(text)

/** Another engine, or another way to ask it, makes others of the same charts. */
function layoutVersion(): string {
  const hash = createHash('sha256')
  for (const file of [...globSync('src/inspector/charts/*.ts').sort(), 'node_modules/elkjs/package.json'])
    hash.update(readFileSync(file))
  return hash.digest('hex')
}

function readMade(): AllChartPlaces {
  try {
    const kept: { madeBy: string; layouts: AllChartPlaces } = JSON.parse(readFileSync(cacheFile, 'utf8'))
    return kept.madeBy === madeBy ? kept.layouts : {}
  } catch {
    return {}
  }
}

/** Two builds at once find it whole. */
function keep(): void {
  mkdirSync(dirname(cacheFile), { recursive: true })
  const half = join(dirname(cacheFile), `chart-layouts-${process.pid}`)
  writeFileSync(half, JSON.stringify({ madeBy, layouts }))
  renameSync(half, cacheFile)
}
