import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fastify } from 'fastify'
import { describe, expect, it } from 'vitest'
import { commandHelp } from '../../../backend/command-help.ts'
import { readCommand } from '../../../backend/command-line.ts'

const backendDir = join(import.meta.dirname, '../../../backend')
const source = readFileSync(join(backendDir, 'command-line.ts'), 'utf8')
const readme = readFileSync(join(backendDir, 'README.md'), 'utf8')
const variables = (text: string) => new Set(text.match(/\b(?:GUARITA_[A-Z_]+|PORT|(?:DATABASE|REDIS|CEP)_URL)\b/g))
const flags = (text: string) => new Set(text.match(/--(?:port|host|seed|data|no-fsync|help|version)\b/g))

it('help and README list every variable and flag that the server reads, and no others (OPS-3)', () => {
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

it('the command line reads port and proxies from either of their two variables (OPS-3)', () => {
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

it.each(['/99', '::1/129', '10.0.0.0/33', '10.0.0.0/0', '10.0.0.0/8/8', '10.0.0.0/', '010.0.0.1', 'true'])(
  'the command line refuses the proxy %s and shows the accepted forms',
  (proxy) => {
    expect(() => readCommand([], { GUARITA_TRUSTED_PROXIES: `loopback,${proxy}` })).toThrow(
      `GUARITA_TRUSTED_PROXIES não aceita "${proxy}": liste endereços (10.0.0.1), redes (10.0.0.0/8, ::1/128), loopback, linklocal ou uniquelocal.`,
    )
  },
)

it.each(['10.0.0.1', '10.0.0.0/8', '10.0.0.1/32', '::1', '::1/128', 'fe80::/10', '::ffff:10.0.0.0/104', 'uniquelocal'])(
  'the server starts with the proxy %s that the command line accepts',
  (proxy) => {
    const { trustedProxies } = readCommand([], { GUARITA_TRUSTED_PROXIES: proxy })
    expect(trustedProxies).toEqual([proxy])
    expect(() => fastify({ trustProxy: trustedProxies })).not.toThrow()
  },
)

it('the command line reads origins in the form in which a browser sends them', () => {
  const origins = 'https://a.exemplo/, HTTPS://B.exemplo:443,http://[::1]:8080,https://água.exemplo'
  expect(readCommand([], { GUARITA_CORS_ORIGINS: origins }).corsOrigins).toEqual([
    'https://a.exemplo',
    'https://b.exemplo',
    'http://[::1]:8080',
    'https://xn--gua-dla.exemplo',
  ])
})

it.each([
  '*',
  'a.exemplo',
  'null',
  'https://*.exemplo',
  'https://a.exemplo/painel',
  'https://a.exemplo?x',
  'ftp://a.exemplo',
  'https://u@a.exemplo',
  'https:/a.exemplo',
])('the command line refuses the origin %s, which no browser sends, and shows the accepted form', (origin) => {
  expect(() => readCommand([], { GUARITA_CORS_ORIGINS: `https://a.exemplo,${origin}` })).toThrow(
    `GUARITA_CORS_ORIGINS não aceita "${origin}": liste endereços como https://painel.exemplo.com.br, com http ou https, sem caminho e sem *.`,
  )
})

it('the command line does not print a metrics token that is too short', () => {
  expect(() => readCommand([], { GUARITA_METRICS_TOKEN: 'curto' })).toThrow(
    /^GUARITA_METRICS_TOKEN deve ter pelo menos 16/,
  )
})

it('the command line refuses an unknown flag with the list of existing flags', () => {
  expect(() => readCommand(['--porta', '1'], {})).toThrow(/^Opções aceitas: --port N, .*--porta/s)
})

it('the command line refuses DATABASE_URL together with a data directory', () => {
  const databaseUrl = 'postgres://guarita:segredo@127.0.0.1/guarita'
  const refusal =
    'DATABASE_URL e --data (ou GUARITA_DATA) não andam juntos: com um PostgreSQL os dados não ficam em uma pasta. Tire um dos dois.'
  expect(() => readCommand(['--data', '/tmp/nowhere'], { DATABASE_URL: databaseUrl })).toThrow(refusal)
  expect(() => readCommand([], { DATABASE_URL: databaseUrl, GUARITA_DATA: '/tmp/nowhere' })).toThrow(refusal)
})

it('the command line refuses an address that is not PostgreSQL, without its password', () => {
  const read = () => readCommand([], { DATABASE_URL: 'mysql://guarita:segredo@127.0.0.1/guarita' })
  expect(read).toThrow(/^DATABASE_URL deve ser como postgres:\/\/usuario:senha@servidor:5432\/guarita$/)
})

describe('the server process', () => {
  const run = (flag: string) => spawnSync(process.execPath, [join(backendDir, 'main.ts'), flag], { encoding: 'utf8' })

  it('prints its help and its version without a start (OPS-3)', () => {
    expect(run('-h').stdout).toBe(`${commandHelp}\n`)
    expect(run('--version').stdout).toMatch(/^\d+\.\d+\.\d+(\+\S+)?\n$/)
  })

  it('ends with code 1 and one sentence if the command is invalid', () => {
    const { status, stdout, stderr } = run('--porta')
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(stderr).toMatch(/^Opções aceitas: [^\n]+\n$/)
  })
})
