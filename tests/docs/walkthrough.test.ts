import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const docsDir = join(import.meta.dirname, '../../docs')
const link = /\[`[^`]+`\]\(([^)]+)\)/
const steps = readFileSync(join(docsDir, 'walkthrough.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('- '))

test.each(steps)('%s', (step) => {
  const [linked, path] = link.exec(step) ?? []
  if (linked === undefined || path === undefined) throw new Error('the step names no file')
  const source = readFileSync(join(docsDir, path), 'utf8')
  const names = [...step.replace(linked, '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)
  expect(names.filter((name) => !isNamed(source, name))).toEqual([])
})

/**
 * True if the source contains the name. Skips routes (they start with a slash) and actor ids, which other files define.
 */
function isNamed(source: string, name: string): boolean {
  return name.startsWith('/') || ['devices', 'audit', 'DeviceCalls'].includes(name) || source.includes(name)
}
