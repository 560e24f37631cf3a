import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadCharts } from '../../../scripts/charts/all-charts.ts'
import { readReplay } from '../../../scripts/replay/read-replay.ts'
import { replay } from '../../../scripts/replay/replay.ts'

/** Recordings that `npm test -- replay FILE --keep` copied here (docs/from-bug-to-test.md). */
const folder = join(import.meta.dirname, 'recordings')
const charts = await loadCharts()

test.for(readdirSync(folder))('%s has the same states in this build as recorded (INS-5)', (file) => {
  const document = readReplay(readFileSync(join(folder, file), 'utf8'), file)
  const machine = charts.find((chart) => chart.machine.id === document.chart)?.machine
  if (machine === undefined) throw new Error(`this build has no chart ${document.chart}`)
  expect(replay(document, machine)).toEqual({ kind: 'same', events: document.events.length })
})
