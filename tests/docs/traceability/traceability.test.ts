import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { areas, notYet, requirementIds, untested } from '../../../scripts/docs/traceability/requirements.ts'
import { tagsIn, unknownTagsIn } from '../../../scripts/docs/traceability/tags.ts'
import { findTraces, taggedFiles } from '../../../scripts/docs/traceability/traces.ts'

const traces = await findTraces()
const idsWhere = (holds: (id: string) => boolean) => [...requirementIds].filter(holds)

test('every requirement that is built names its place and its tests', () => {
  expect(idsWhere((id) => !(id in notYet) && traces.get(id)?.builtIn.length === 0)).toEqual([])
  expect(idsWhere((id) => !(id in notYet) && traces.get(id)?.shownBy.length === 0)).toEqual(Object.keys(untested))
})

test('what is not built yet is named by nothing', () => {
  const named = idsWhere((id) => {
    const { builtIn = [], shownBy = [], reachedBy = [] } = traces.get(id) ?? {}
    return builtIn.length + shownBy.length + reachedBy.length > 0
  })
  expect(Object.keys(notYet).filter((id) => named.includes(id))).toEqual([])
})

test('no requirement stands there twice, and what is excused is one', () => {
  expect(requirementIds.size).toBe(areas.flatMap(({ requirements }) => Object.keys(requirements)).length)
  expect([...Object.keys(notYet), ...Object.keys(untested)].filter((id) => !requirementIds.has(id))).toEqual([])
})

test('every tag means a requirement', () => {
  const unknown = taggedFiles().flatMap((file) =>
    unknownTagsIn(readFileSync(file, 'utf8')).map((each) => `${file}: ${each}`),
  )
  expect(unknown).toEqual([])
})

test('tags are read one by one, in lists and in ranges, each once', () => {
  expect(tagsIn('/** CB-2 to CB-4, CB-9 (spec §9, A11Y-3). */')).toEqual(['CB-2', 'CB-4', 'CB-9', 'A11Y-3', 'CB-3'])
  expect(tagsIn("test('is so (SES-1, SES-1)') // ACUDE-01, DEVICE-1, CB-2x")).toEqual(['SES-1'])
})

test('a tag of no requirement is noticed; other names are not', () => {
  expect(unknownTagsIn('/** CB-10, SES-01 (SESS-5, HTTP-7). UTF-8, AV-1 (UTF-8) */')).toEqual([
    'CB-10',
    'SES-01',
    'SESS-5',
  ])
})

test('a model speaks for the tests that walk it, a chart for those that reach all of it', () => {
  expect(traces.get('CB-4')?.shownBy).toContain('tests/models/breaker/breaker.test.ts')
  expect(traces.get('CB-4')?.builtIn).toContain('src/machines/breaker/breaker.machine.ts')
  expect(traces.get('HEA-4')?.reachedBy).toContain('tests/models/health/health.test.ts')
})
