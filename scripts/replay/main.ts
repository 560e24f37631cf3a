import { copyFileSync, mkdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { loadCharts } from '../charts/all-charts.ts'
import { readReplay } from './read-replay.ts'
import { replay } from './replay.ts'

/** Files in this folder are replayed by `tests/inspector/replay/kept-recordings.test.ts`. */
const keptIn = 'tests/inspector/replay/recordings'

const args = process.argv.slice(2)
const files = args.filter((arg) => !arg.startsWith('--'))
const isKept = args.includes('--keep')
if (files.length === 0) {
  console.error('Name the file of a recording: npm test -- replay FILE [--keep]')
  process.exit(1)
}

const charts = await loadCharts()
for (const file of files) {
  const document = readFile(file)
  if (document === null) continue
  const machine = charts.find(({ machine: { id } }) => id === document.chart)?.machine
  console.log(`${document.actor}, recorded ${document.recordedAt} by panel ${document.panelVersion}`)
  if (document.note !== '') console.log(`  ${document.note}`)
  const result =
    machine === undefined
      ? { kind: 'differs' as const, text: `this build has no chart ${document.chart}.` }
      : replay(document, machine)
  if (result.kind === 'same') console.log(`The same states after each of ${result.events} events.`)
  else {
    console.log(`Differs at ${result.text}`)
    process.exitCode = 1
  }
  if (isKept) {
    mkdirSync(keptIn, { recursive: true })
    copyFileSync(file, join(keptIn, basename(file)))
    console.log(`Kept as ${join(keptIn, basename(file))}.`)
  }
}

/** Returns null, after an explanation on the console, if the file is missing or is not a test. */
function readFile(file: string) {
  try {
    return readReplay(readFileSync(file, 'utf8'), file)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
    return null
  }
}
