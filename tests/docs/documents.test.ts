import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { generatedDocuments } from '../../scripts/docs/documents.ts'

test.each(Object.entries(await generatedDocuments()))(
  '%s matches the sources (AUD-1, THM-3); update with: npm run docs',
  (path, text) => {
    expect(readFileSync(path, 'utf8')).toBe(text)
  },
)
