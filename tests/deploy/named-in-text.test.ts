import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { mountPoints, routes } from '../../contract/wire/routes.ts'
import { projectDir } from './project-dir.ts'

const files = globSync(['*.md', 'docs/**/*.md', 'docs/deploy/*', 'backend/README.md'], { cwd: projectDir })
  .filter((file) => file !== 'CHANGELOG.md')
  .map((file) => ({ file, text: readFileSync(join(projectDir, file), 'utf8') }))
const uses = (pattern: RegExp) =>
  files.flatMap(({ file, text }) => [...text.matchAll(pattern)].map((found) => ({ file, found })))
const spans = uses(/`([^`\n]+)`/g).map(({ file, found }) => ({ file, code: found[1] ?? '' }))

const runs = (program: string, ...args: string[]) => spawnSync(program, args).status === 0

const helps = new Map<string, string>()
function helpOf(...command: string[]): string {
  const key = command.join(' ')
  const args = [join(projectDir, 'scripts/guarita.js'), ...command, '--help']
  const known = helps.get(key) ?? spawnSync(process.execPath, args, { encoding: 'utf8' }).stdout
  helps.set(key, known)
  return known
}

/** Names of commands, sub-commands and flags that the help does not list. */
function unknownWords(command: string): string[] {
  const words = command.split(/\s+/).filter((word) => /^-*[a-z][\w-]*$/.test(word))
  const [name = '', ...rest] = words
  if (!new RegExp(`^  ${name} `, 'm').test(helpOf())) return words.length === 0 || name.startsWith('-') ? [] : [name]
  const named = rest.filter((word) => word.startsWith('--') || (name === 'user' && word === rest[0]))
  return named.filter((word) => word !== '--help' && !new RegExp(`(^|\\s)${word}\\b`).test(helpOf(name)))
}

it('each `guarita` and `npm start` command in a sentence of the documents has a known name and known flags', () => {
  const commands = spans.flatMap(({ file, code }) => {
    const command = /^(?:(?:sudo |npx )?guarita|npm (start) --) (.+)$/.exec(code)
    return command === null ? [] : [{ file, code, words: `${command[1] ?? ''} ${command[2]}`.trim() }]
  })
  expect(commands.length).toBeGreaterThan(20)
  expect(commands.filter(({ words }) => unknownWords(words).length > 0)).toEqual([])
  expect(['user lst', 'backups', 'networks --put x', 'start --sed none'].map(unknownWords)).toEqual([
    ['lst'],
    ['backups'],
    ['--put'],
    ['--sed'],
  ])
}, 120_000)

it('each route in the documents and the delivered files exists', () => {
  const known = Object.values(routes).flatMap((topic) =>
    Object.values(topic).map(({ method, base, path }) => `${method} ${mountPoints[base]}${path}`),
  )
  const plain = (route: string) => route.replace(/\?.*/, '').replaceAll(/:\w+|\{\w+\}/g, '*')
  const written = uses(/`(GET|POST|PUT|DELETE) ((?:\{api(?:Url)?\})?\/[^`\s]*)`/g).map(
    ({ file, found: [, method, path = ''] }) => ({
      file,
      route: `${method} ${path.replace(/^\{api(Url)?\}/, '/rest')}`,
    }),
  )
  const probed = uses(/(?:health_uri |location = |respond |(?:PORT \+ |:8080)'?)(\/[a-z]+)/g).map(
    ({ file, found }) => ({
      file,
      route: `GET ${found[1]}`,
    }),
  )
  expect([written.length > 10, probed.length > 5]).toEqual([true, true])
  // An installation without a token for metrics has no such page, so the contract does not name it.
  const named = new Set([...known.map(plain), 'GET /metrics'])
  expect([...written, ...probed].filter(({ route }) => !named.has(plain(route)))).toEqual([])
})

it('each unit that a document or a delivered file names is delivered', () => {
  const units = uses(/journalctl --unit ([\w.-]+)|systemctl (?:start|stop|restart) ([\w.-]+)/g).map(
    ({ file, found }) => ({
      file,
      unit: found[1] ?? found[2] ?? '',
    }),
  )
  expect(units.length).toBeGreaterThan(5)
  const isDelivered = (unit: string) =>
    [unit, `${unit}.service`].some((name) => existsSync(join(projectDir, 'docs/deploy', name)))
  expect(units.filter(({ unit }) => !isDelivered(unit))).toEqual([])
})

it.skipIf(!runs('jq', '--version'))(
  'the search of the security log in the document finds its lines in a journal that also has sentences',
  () => {
    const search = spans.find(({ code }) => code.includes('| jq '))?.code ?? ''
    const line = '{"level":"warn","security":"refused","msg":"x"}'
    const input = `Guarita no ar: http://localhost:8080\n${line}\n{"level":"warn","msg":"y"}\n`
    const { status, stdout } = spawnSync('bash', ['-c', search.replace(/^.*? \| /, '')], { encoding: 'utf8', input })
    expect([status, JSON.parse(stdout)]).toEqual([0, JSON.parse(line)])
  },
)
