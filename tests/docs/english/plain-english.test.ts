import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { codeTexts, documentTexts, type EnglishText } from './english-texts.ts'
import { type EnglishFinding, findingRate, turnFindings, wordFindings } from './plain-english.ts'

const self = 'tests/docs/english/'
const code = globSync('{src,contract,backend,scripts,tests}/**/*.{ts,tsx,js}')
  .filter((file) => !file.startsWith(self))
  .map((file) => codeTexts(file, readFileSync(file, 'utf8')))
const documents = globSync(['*.md', '{src,contract,backend,scripts,tests,docs}/**/*.md'])
  .filter((file) => !file.endsWith('.pt-BR.md'))
  .flatMap((file) => documentTexts(file, readFileSync(file, 'utf8')))

/** Findings per 1,000 lines of 100 characters. Fastify, XState and Vite have 0 to 3. */
const limits: readonly [kind: string, texts: readonly EnglishText[], words: number, turns: number][] = [
  ['comments', code.flatMap(({ comments }) => comments), 3, 2],
  ['test names', code.flatMap(({ testNames }) => testNames), 3, 2],
  ['documents', documents, 4, 6],
]

describe.each(limits)('the %s', (_kind, texts, words, turns) => {
  test('use the words of the field', () => {
    expect(texts.length).toBeGreaterThan(500)
    const found = wordFindings(texts)
    expect(findingRate(found, texts), listed(found)).toBeLessThanOrEqual(words)
  })

  test('can be read once', () => {
    const found = turnFindings(texts)
    expect(findingRate(found, texts), listed(found)).toBeLessThanOrEqual(turns)
  })
})

describe('the search for private English', () => {
  test('finds private words and turns in comments and test titles, and none in code', () => {
    const source = "/** Of a device its deed. */\nconst desk = 1\nit.each([1])('tells whoever asks', () => {})\n"
    const { comments, testNames } = codeTexts('some.ts', source)
    expect(wordFindings([...comments, ...testNames]).map(({ found, line }) => [found, line])).toEqual([
      ['deed', 1],
      ['tells', 3],
    ])
    expect(turnFindings([...comments, ...testNames]).map(({ found }) => found.trim())).toEqual(['Of', 'whoever'])
  })

  test('skips code in documents', () => {
    const text = 'The `deed` field.\n```sh\ntell desk\n```\nA deed.\n'
    expect(wordFindings(documentTexts('some.md', text)).map(({ line }) => line)).toEqual([5])
  })
})

function listed(findings: readonly EnglishFinding[]): string {
  return findings.map(({ file, line, found, use }) => `${file}:${line}: '${found.trim()}' (instead: ${use})`).join('\n')
}
