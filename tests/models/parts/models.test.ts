import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('every chart has a test that counts its states, transitions and guard sides', () => {
  const tests = globSync('tests/{models,machines}/**/*.test.ts').map((file) => readFileSync(file, 'utf8'))
  const missing = globSync(['src/machines/**/*.machine.ts', 'contract/**/*.machine.ts']).flatMap((file) => {
    const name = /export (?:const|function) (\w+Machine)(?:Of)?\b/.exec(readFileSync(file, 'utf8'))?.[1] ?? file
    const isCounted = tests.some((text) => text.includes(`new Coverage(${name})`) && text.includes('testCoverage('))
    const [, folder, chart] = /([^/]+)\/([^/]+)\.machine\.ts$/.exec(file) ?? []
    const [model, test] = ['model', 'test'].map((kind) => `tests/models/${folder}/${chart}.${kind}.ts`)
    return isCounted
      ? []
      : [`${file}: add ${model}, and ${test} with 'new Coverage(${name})' and 'testCoverage(coverage)'`]
  })
  if (missing.length > 0) expect.fail(missing.join('\n'))
})
