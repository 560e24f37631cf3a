import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { generatedDocuments } from './documents.ts'
import { statechartFolder } from './statecharts/statechart-documents.ts'

const documents = await generatedDocuments()

test.each(Object.entries(documents))(
  '%s is what the machines say today (AUD-1, THM-3; else: npm run docs)',
  (path, text) => {
    expect(readFileSync(path, 'utf8')).toBe(text)
  },
)

test('making them twice makes the same', async () => {
  expect(await generatedDocuments()).toEqual(documents)
})

test('no page is left of a machine that is no more', () => {
  expect(globSync(`${statechartFolder}/*`).filter((page) => !(page in documents))).toEqual([])
})

test('every machine has its page', () => {
  const names = globSync('src/machines/*.machine.ts').map((file) => file.replace(/^.*\/(.*)\.machine\.ts$/, '$1'))
  expect(names.filter((name) => !(`${statechartFolder}/${name}.md` in documents))).toEqual([])
})
