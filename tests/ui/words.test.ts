import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** What a porter would misread, and what is said instead: one thing has one word. */
const words: readonly [never: RegExp, say: string][] = [
  [/equipamento/i, 'dispositivo'],
  [/portas abertas|testes? de porta/i, 'a rede responde, a rede não responde: a door is no port'],
  [/poupad[oa]s?/i, 'em pausa neste painel'],
]

const files = globSync('{src/ui,src/services,src/machines,contract,backend}/**/*.{ts,tsx}')

test.each(words)('nobody reads %s (instead: %s)', (never) => {
  const found = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .map((line, at) => `${file}:${at + 1}: ${line.trim()}`)
      .filter((line) => never.test(line)),
  )
  expect(found).toEqual([])
})
