import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const run = promisify(execFile)

/** A chart like the breaker. */
const chart = (threshold: string, states: string) => `
import { setup } from 'xstate'
import { limits } from '../../../contract/gate/gate-rules.ts'
export const gateMachine = setup({
  guards: { isLast: ({ context }) => context.failures + ${threshold} >= limits.threshold },
  delays: { rest: () => limits.restMs },
}).createMachine({
  id: 'gate',
  initial: 'closed',
  context: { failures: 0 },
  states: ${states},
})`
const rules = (threshold: number, more: string) =>
  `export const limits = { threshold: ${threshold}, restMs: 2_000${more} }`
const before = `{ closed: { on: { fail: { guard: 'isLast', target: 'open' } } }, open: { after: { rest: 'closed' } }, broken: {} }`
const after = `{ closed: { on: { fail: { guard: 'isLast', target: 'tired' }, reset: 'closed' } }, open: { after: { rest: 'closed' } }, tired: {} }`

describe('npm run charts -- diff', () => {
  let folder: string
  const git = (...args: string[]) =>
    run('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.com', '-c', 'commit.gpgsign=false', ...args], {
      cwd: folder,
    })
  const write = async (machine: string, constants: string) => {
    await writeFile(join(folder, 'src/machines/gate/gate.machine.ts'), machine)
    await writeFile(join(folder, 'contract/gate/gate-rules.ts'), constants)
  }
  const diff = async (...args: string[]) => {
    const command = [resolve('scripts/charts/command.ts'), 'diff', 'HEAD', ...args]
    return (await run(process.execPath, command, { cwd: folder })).stdout.trimEnd().split('\n')
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'guarita-diff-'))
    for (const each of ['src/machines/gate', 'contract/gate']) await mkdir(join(folder, each), { recursive: true })
    await symlink(resolve('node_modules'), join(folder, 'node_modules'))
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
    await git('init', '--quiet')
    await write(chart('1', before), rules(5, ''))
    await git('add', 'src', 'contract', 'package.json')
    await git('commit', '--quiet', '--message', 'Begin')
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('lists nothing if only comments and line breaks changed (AUD-6)', async () => {
    await write(`// a comment\n${chart('1', before).replaceAll(', ', ',\n')}`, `/** Limits. */\n${rules(5, '')}`)
    expect(await diff()).toEqual(['Nenhuma regra mudou.'])
    expect(await diff('--lang', 'en')).toEqual(['No rule changed.'])
  })

  it('lists added, removed and changed states, transitions, guards and constants in both languages (AUD-6)', async () => {
    await write(chart('2', after), rules(4, ', longestMs: 9'))
    expect(await diff('--lang', 'en')).toEqual([
      'Added: state gate · tired (atomic)',
      'Removed: state gate · broken (atomic)',
      'Added: transition gate · closed: reset (→ closed)',
      'Changed: transition gate · closed: fail',
      '  before: [isLast] → open',
      '  now: [isLast] → tired',
      'Changed: guard gate · isLast',
      '  before: (({ context }) => context.failures + 1 >= limits.threshold);',
      '  now: (({ context }) => context.failures + 2 >= limits.threshold);',
      'Added: constant limits · longestMs (9)',
      'Changed: constant limits · threshold',
      '  before: 5',
      '  now: 4',
    ])
    expect((await diff()).filter((line) => !line.startsWith(' '))).toEqual([
      'Entrou: estado gate · tired (atomic)',
      'Saiu: estado gate · broken (atomic)',
      'Entrou: transição gate · closed: reset (→ closed)',
      'Mudou: transição gate · closed: fail',
      'Mudou: condição gate · isLast',
      'Entrou: constante limits · longestMs (9)',
      'Mudou: constante limits · threshold',
    ])
  })

  it('lists a changed delay (AUD-6)', async () => {
    await write(chart('1', before).replace('limits.restMs', '3 * limits.restMs'), rules(5, ''))
    expect(await diff('--lang', 'en')).toEqual([
      'Changed: delay gate · rest',
      '  before: (() => limits.restMs);',
      '  now: (() => 3 * limits.restMs);',
    ])
  })

  it('lists the changed content of an action that XState makes, and the words of a guard in its language (AUD-6)', async () => {
    const sending = (event: string, guard: string) =>
      chart('1', before)
        .replace('import { setup }', 'import { not, raise, setup }')
        .replace('guards: {', `actions: { warn: raise({ type: '${event}' }) },\n  guards: {`)
        .replace("guard: 'isLast'", `guard: ${guard}`)
    await write(sending('fail', "not('isLast')"), rules(5, ''))
    expect(await diff('--lang', 'en')).toEqual([
      'Changed: transition gate · closed: fail',
      '  before: [isLast] → open',
      '  now: [not isLast] → open',
      'Added: action gate · warn (raise {"event":{"type":"fail"}})',
    ])
    expect((await diff())[2]).toBe('  agora: [não isLast] → open')
  })

  it('lists nothing about other rules with --failure, and refuses an unknown revision (AUD-6)', async () => {
    expect(await diff('--failure')).toEqual(['Nenhuma regra mudou.'])
    await expect(
      run(process.execPath, [resolve('scripts/charts/command.ts'), 'diff', 'nada'], { cwd: folder }),
    ).rejects.toThrow()
  })
})
