import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { markdownStructure } from './markdown-structure.ts'

const english = readFileSync('docs/evidence.md', 'utf8')
const portuguese = readFileSync('docs/evidence.pt-BR.md', 'utf8')

describe('the evidence document', () => {
  test('has the same structure in both languages', () => {
    expect(markdownStructure(portuguese)).toEqual(markdownStructure(english))
  })

  test('names the same fields, settings and commands in both languages', () => {
    expect(inCode(portuguese)).toEqual(inCode(english))
  })
})

function inCode(text: string): string[] {
  return [...text.matchAll(/`[^`\n]+`/g)].map(([code]) => code).sort()
}
