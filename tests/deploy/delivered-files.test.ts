import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { projectDir } from './project-dir.ts'

const deployDir = join(projectDir, 'docs/deploy')
const delivered = (name: string) => readFileSync(join(deployDir, name), 'utf8')
const runs = (program: string, ...args: string[]) => spawnSync(program, args).status === 0
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guarita-delivered-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function write(name: string, text: string): string {
  const path = join(folder, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  return path
}

it.skipIf(!runs('systemd-analyze', '--version'))('systemd accepts the units', () => {
  const program = write('node', '#!/bin/sh\n')
  chmodSync(program, 0o755)
  const units = ['guarita.service', 'guarita-backup.service', 'guarita-backup.timer'].map((name) =>
    write(
      name,
      delivered(name)
        .replaceAll('/opt/guarita/node_modules/.bin/node', program)
        .replaceAll('file:///opt/guarita', `file://${projectDir}`),
    ),
  )
  const { status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', ...units], { encoding: 'utf8' })
  expect([status, stdout + stderr]).toEqual([0, ''])
})

it('the units, the command and the environment file name the same user, settings and Node.js', () => {
  const unit = delivered('guarita.service')
  for (const text of [unit, delivered('guarita-backup.service')]) {
    expect(text).toContain('User=guarita')
    expect(text).toContain('EnvironmentFile=/etc/guarita/guarita.env')
    expect(text).toContain('/opt/guarita/node_modules/.bin/node ')
    // Only the environment file sets the settings.
    expect(text).not.toMatch(/^Environment=/m)
  }
  expect(delivered('guarita')).toContain('settings=/etc/guarita/guarita.env\nuser=guarita\n')
  expect(delivered('guarita.env')).toMatch(/^GUARITA_DATA=\/var\/lib\/guarita$/m)
})

it.skipIf(!runs('nginx', '-v') || !runs('openssl', 'version')).each(['nginx.conf', 'nginx-two-instances.conf'])(
  'nginx accepts %s',
  (name) => {
    const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
    const subject = ['-subj', '/CN=guarita.example.com']
    const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', ...subject]
    expect(runs('openssl', ...request, '-keyout', key, '-out', certificate)).toBe(true)
    const site = delivered(name)
      .replace(/ssl_certificate .*;/, `ssl_certificate ${certificate};`)
      .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${key};`)
      .replaceAll(/server guarita-\d:/g, 'server 127.0.0.1:')
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((kind) => `${kind}_temp_path ${join(folder, kind)};`)
      .join('\n')
    const file = write(
      name,
      `pid ${join(folder, 'pid')};\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\n${temporary}\n${site}}\n`,
    )
    const { status, stderr } = spawnSync('nginx', ['-t', '-c', file], { encoding: 'utf8' })
    expect(status, stderr).toBe(0)
    expect(stderr).not.toContain('[warn]')
  },
)

it.skipIf(!runs('caddy', 'version'))('Caddy accepts the Caddyfile', () => {
  const args = ['validate', '--adapter', 'caddyfile', '--config', join(deployDir, 'Caddyfile')]
  const env = { ...process.env, HOME: folder, GUARITA_NAME: 'guarita.example.com' }
  const { status, stderr } = spawnSync('caddy', args, { encoding: 'utf8', env })
  expect(status, stderr).toBe(0)
})

it.skipIf(!runs('docker', 'compose', 'version'))('compose accepts compose.yaml, with its two variables', () => {
  const args = ['compose', '--file', join(deployDir, 'compose.yaml'), 'config', '--quiet']
  const own = { POSTGRES_PASSWORD: 'abc', GUARITA_NAME: 'guarita.example.com' }
  const { status, stderr } = spawnSync('docker', args, { encoding: 'utf8', env: { ...process.env, ...own } })
  expect(status, stderr).toBe(0)
})
