import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { partFile } from '../../../backend/evidence/part-file.ts'

it('a part file of a dossier is never visible in the data directory, and returns the same text at each reading (OPS-4)', () => {
  const directory = mkdtempSync(join(tmpdir(), 'guarita-parts-'))
  const file = partFile(directory)
  const items = Array.from({ length: 40_000 }, (_, index) => `"portão ${index}"`)
  for (const item of items) file.item(item)
  expect(readdirSync(directory)).toEqual([])
  const textOf = () => Buffer.concat(Array.from(file.chunks(), (chunk) => Buffer.from(chunk))).toString()
  expect(textOf()).toBe(items.join(','))
  file.write(' fim')
  expect(textOf()).toBe(`${items.join(',')} fim`)
})
