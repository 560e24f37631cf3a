import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { keptDocuments, writeDocuments } from '../../scripts/docs/documents.ts'
import { statechartFolder } from '../../scripts/docs/statecharts/statechart-documents.ts'

const documents = await keptDocuments()

test.each(Object.entries(documents))(
  '%s is what the machines say today (AUD-1, THM-3; else: npm run docs)',
  (path, text) => {
    expect(readFileSync(path, 'utf8')).toBe(text)
  },
)

test('writing them makes the same, with a page for every machine and none for one that is no more', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'guarita-docs-'))
  try {
    mkdirSync(join(folder, statechartFolder), { recursive: true })
    writeFileSync(join(folder, statechartFolder, 'gone.md'), '')
    const paths = await writeDocuments(folder)

    const machines = globSync(['src/machines/**/*.machine.ts', 'contract/**/*.machine.ts']).map((file) =>
      file.replace(/^.*\/(.*)\.machine\.ts$/, `${statechartFolder}/$1.md`),
    )
    expect(paths.sort()).toEqual([...Object.keys(documents), `${statechartFolder}/README.md`, ...machines].sort())
    for (const [path, text] of Object.entries(documents)) expect(readFileSync(join(folder, path), 'utf8')).toBe(text)
    for (const path of machines) expect(readFileSync(join(folder, path), 'utf8')).toContain('```mermaid')
    expect(existsSync(join(folder, statechartFolder, 'gone.md'))).toBe(false)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
