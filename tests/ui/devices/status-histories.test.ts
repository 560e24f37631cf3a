import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { deviceStatusOrder } from '../../../contract/devices/device-status.ts'
import { historyOf } from './status-history.ts'
import { derivedFrom } from './views-of-facts.tsx'

/** Seeds of histories in which views once differed. */
const keptSeeds: readonly number[] = []
const count = process.env.TESTS === 'all' ? 10_000 : 1_000

beforeEach(() => {
  const document = { addEventListener() {}, removeEventListener() {}, visibilityState: 'visible' }
  vi.stubGlobal('document', document)
})
afterEach(() => vi.unstubAllGlobals())

describe('after a random history of facts (STATE-1)', () => {
  test('every view derives the same status, the same start (STATE-7) and the same first step (STATE-5)', () => {
    const seeds = [...keptSeeds, ...Array.from({ length: count }, (_, at) => at + 1)]
    const seen = new Set<string>()
    const differences = seeds.flatMap((seed) =>
      derivedFrom(historyOf(seed)).flatMap(({ wordCode, ...derived }) => {
        seen.add(`${Object.values(derived.statuses)[0]}`)
        if ('dashboard' in derived.statuses) seen.add('dashboard')
        if (derived.firstSteps.length > 1) seen.add('advice')
        return Object.entries(derived)
          .filter(([, views]) => new Set(Object.values(views)).size > 1)
          .map(([what, views]) => `seed ${seed}: ${what} of ${wordCode}: ${JSON.stringify(views)}`)
      }),
    )
    expect(differences).toEqual([])
    expect(seen).toEqual(new Set([...deviceStatusOrder, 'dashboard', 'advice']))
  })
})
