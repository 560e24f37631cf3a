import { type OpeningFindings, pressedGate } from './opening-world.ts'

/** Number of presses for one seed. */
const pressesEach = 20
const faults = ['afterDeadline', 'twice', 'falselyOpened', 'falselyClosed'] as const
const [wanted = '100000', first = '1'] = process.argv.slice(2)
const startedAt = performance.now()
const total: OpeningFindings = await pressedGate(0, 0)

for (let seed = Number(first); total.presses < Number(wanted); seed += 1) {
  const { shown, ...counts } = await pressedGate(seed, pressesEach)
  if (faults.some((name) => counts[name] > 0)) console.error(`seed ${seed}: ${JSON.stringify(counts)}`)
  for (const name of ['presses', 'opened', 'interrupted', ...faults] as const) total[name] += counts[name]
  for (const name of ['opened', 'refused', 'unsent', 'unknown'] as const) total.shown[name] += shown[name]
}

console.log(JSON.stringify(total, null, 2), `in ${Math.round((performance.now() - startedAt) / 1_000)} s`)
