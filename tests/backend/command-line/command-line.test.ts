import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { commandHelp } from '../../../backend/command-help.ts'
import { readCommand } from '../../../backend/command-line.ts'

const backendDir = join(import.meta.dirname, '../../../backend')
const source = readFileSync(join(backendDir, 'command-line.ts'), 'utf8')
const readme = readFileSync(join(backendDir, 'README.md'), 'utf8')
const variables = (text: string) => new Set(text.match(/\b(?:GUARITA_[A-Z_]+|PORT|(?:DATABASE|REDIS|CEP)_URL)\b/g))
const flags = (text: string) => new Set(text.match(/--(?:port|host|seed|data|no-fsync|help|version)\b/g))

it('tells of every variable and flag that it reads, and of no other, in the help and in the table (OPS-3)', () => {
  const read = [...variables([...source.matchAll(/env\.([A-Z_]+)/g)].join())].sort()
  const table = readme.slice(readme.indexOf('| flag '), readme.indexOf('Only here, for tests'))
  expect(read.length).toBeGreaterThan(15)
  expect([...variables(commandHelp)].sort()).toEqual(read)
  expect([...variables(table)].sort()).toEqual(read)
  const known = ['--data', '--help', '--host', '--no-fsync', '--port', '--seed', '--version']
  expect([...flags(commandHelp)].sort()).toEqual(known)
  expect([...flags(table)].sort()).toEqual(known)
  expect([...flags(source)].sort()).toEqual(known)
})

it('takes the port and the proxies by either name (OPS-3)', () => {
  expect(readCommand([], { PORT: '3000' }).port).toBe(3000)
  expect(readCommand([], { PORT: '3000', GUARITA_PORT: '4000' }).port).toBe(4000)
  expect(readCommand(['--port', '5000'], { PORT: '3000', GUARITA_PORT: '4000' }).port).toBe(5000)
  expect(readCommand([], { PORT: '' }).port).toBeUndefined()
  expect(() => readCommand([], { PORT: 'http' })).toThrow('Valor inválido para --port (GUARITA_PORT, PORT): http')
  expect(readCommand([], { GUARITA_TRUST_PROXY: 'loopback, 10.0.0.0/8' }).trustedProxies).toEqual([
    'loopback',
    '10.0.0.0/8',
  ])
  expect(readCommand([], { GUARITA_TRUST_PROXY: 'loopback', GUARITA_TRUSTED_PROXIES: '' }).trustedProxies).toEqual([])
  expect(() => readCommand([], { GUARITA_TRUST_PROXY: 'true' })).toThrow('GUARITA_TRUSTED_PROXIES')
})

it('does not repeat a token for the metrics that is too short', () => {
  expect(() => readCommand([], { GUARITA_METRICS_TOKEN: 'curto' })).toThrow(
    /^GUARITA_METRICS_TOKEN deve ter pelo menos 16/,
  )
})

it('tells its help and its version without starting anything (OPS-3)', () => {
  const run = (flag: string) =>
    execFileSync(process.execPath, [join(backendDir, 'main.ts'), flag], { encoding: 'utf8' })
  expect(run('-h')).toBe(`${commandHelp}\n`)
  expect(run('--version')).toMatch(/^\d+\.\d+\.\d+\n$/)
})
