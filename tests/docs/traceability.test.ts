import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const document = readFileSync('docs/traceability.md', 'utf8')
const lines = [...document.matchAll(/^\| ([A-Z][A-Z0-9]*-\d+) \| .*[^\\] \| (.*) \| (.*) \|$/gm)].map(
  ([, id = '', where = '', tests = '']) => ({ id, where: linksIn(where), tests: linksIn(tests) }),
)
const ids = new Set(lines.map(({ id }) => id))
const prefixes = [...new Set([...ids].map((id) => id.replace(/-\d+$/, '')))].join('|')
const tag = new RegExp(`\\b(?:${prefixes})-\\d+\\b`, 'g')
const range = new RegExp(`\\b(${prefixes})-(\\d+) to \\1-(\\d+)\\b`, 'g')
const bracketed = /\([^()\n'"`]*\)/g
const shapedLikeATag = /\b[A-Z][A-Z0-9]{1,4}-[1-9]\d?\b/g
const sources = globSync('{contract,src,backend,scripts,tests}/**/*.{ts,tsx,css,js,sql}').filter(
  (file) => file !== 'tests/docs/traceability.test.ts',
)

test('each requirement has one line in the traceability table', () => {
  expect(document.match(/^\| [A-Z].*-\d+ \|/gm)).toHaveLength(lines.length)
  expect(lines.map(({ id }) => id)).toEqual([...ids])
})

test('each traceability line links source files and tests that exist and name the requirement', () => {
  for (const { id, where, tests } of lines) {
    expect([id, where.length > 0, tests.length > 0]).toEqual([id, true, true])
    expect([id, where.filter((file) => !namesIt(file, id))]).toEqual([id, []])
    const models = (file: string) => [file, file.replace(/\.test\.ts$/, '.model.ts')]
    expect([id, tests.filter((file) => !models(file).some((each) => namesIt(each, id)))]).toEqual([id, []])
  }
})

test('each requirement id in a source has a line in the traceability table', () => {
  const unknown = sources.flatMap((file) => unknownTagsIn(readFileSync(file, 'utf8')).map((each) => `${file}: ${each}`))
  expect(unknown).toEqual([])
})

test('requirement ids are read singly, in lists and in ranges, and an id without a line is reported', () => {
  expect(tagsIn('/** CB-2 to CB-4, CB-9 (spec §9, A11Y-3). ACUDE-01, DEVICE-1, CB-2x */')).toEqual([
    'CB-2',
    'CB-4',
    'CB-9',
    'A11Y-3',
    'CB-3',
  ])
  expect(unknownTagsIn('/** CB-10, SES-01 (SESS-5, HTTP-7). UTF-8, AV-1 (UTF-8) */')).toEqual([
    'CB-10',
    'SES-01',
    'SESS-5',
  ])
})

function linksIn(cell: string): string[] {
  return [...cell.matchAll(/\]\(\.\.\/([^)]+)\)/g)].map(([, file = '']) => file)
}

function namesIt(file: string, id: string): boolean {
  return existsSync(file) && tagsIn(readFileSync(file, 'utf8')).includes(id)
}

/** Lists the requirement ids in a text. `CB-2 to CB-4` are three ids. */
function tagsIn(text: string): string[] {
  const between = [...text.matchAll(range)].flatMap(([, prefix, first, last]) =>
    Array.from({ length: Number(last) - Number(first) + 1 }, (_, index) => `${prefix}-${Number(first) + index}`),
  )
  return [...new Set([...(text.match(tag) ?? []), ...between])]
}

/** Lists ids without a line: ids with a known prefix anywhere, ids with another prefix only in brackets. */
function unknownTagsIn(text: string): string[] {
  const inBrackets = (text.match(bracketed) ?? []).flatMap((part) => part.match(shapedLikeATag) ?? [])
  return [...new Set([...tagsIn(text), ...inBrackets])].filter((each) => !ids.has(each) && each !== 'UTF-8')
}
