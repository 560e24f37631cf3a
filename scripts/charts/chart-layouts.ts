import { createHash } from 'node:crypto'
import { globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { ELK } from 'elkjs/lib/elk-api.js'
import { describeChart } from '../../src/inspector/charts/chart-description.ts'
import { layOutChart } from '../../src/inspector/charts/chart-layout.ts'
import { type AllChartPlaces, chartKey } from '../../src/inspector/charts/chart-places.ts'
import type { Chart } from './all-charts.ts'

/** Computes the layouts of the charts. Reuses layouts of the cache file, and rewrites the file. */
export async function layOutCharts(charts: readonly Chart[], cacheFile: string): Promise<AllChartPlaces> {
  const madeBy = layoutVersion()
  const made = readMade(cacheFile, madeBy)
  const layouts: Record<string, AllChartPlaces[string]> = {}
  // The same engine without a worker.
  const Engine: new () => ELK = createRequire(import.meta.url)('elkjs/lib/elk.bundled.js')
  const engine = new Engine()
  for (const { machine } of charts) {
    const chart = describeChart(machine)
    const key = chartKey(chart)
    layouts[key] = made[key] ?? (await layOutChart(chart, (graph) => engine.layout(graph)))
  }
  if (JSON.stringify(layouts) !== JSON.stringify(made)) keep(cacheFile, JSON.stringify({ madeBy, layouts }))
  return layouts
}

/** Returns a hash of the engine and of its options: a change of either invalidates the cached layouts. */
function layoutVersion(): string {
  const hash = createHash('sha256')
  for (const file of [...globSync('src/inspector/charts/*.ts').sort(), 'node_modules/elkjs/package.json'])
    hash.update(readFileSync(file))
  return hash.digest('hex')
}

function readMade(cacheFile: string, madeBy: string): AllChartPlaces {
  try {
    const kept: { madeBy: string; layouts: AllChartPlaces } = JSON.parse(readFileSync(cacheFile, 'utf8'))
    return kept.madeBy === madeBy ? kept.layouts : {}
  } catch {
    return {}
  }
}

/** Writes the file atomically: two builds may run at a time. */
function keep(cacheFile: string, text: string): void {
  mkdirSync(dirname(cacheFile), { recursive: true })
  const half = join(dirname(cacheFile), `chart-layouts-${process.pid}`)
  writeFileSync(half, text)
  renameSync(half, cacheFile)
}
