import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { headsIn } from '../../../backend/evidence/signed-heads.ts'
import { verifyChains } from '../../../backend/evidence/verify-chain.ts'
import type { Backend } from '../../../backend/server.ts'
import type { SignedHead } from '../../../contract/wire/answers/evidence.ts'
import { demoDataDir, signIn, startTestBackend } from '../parts/embedded-backend.ts'

const run = promisify(execFile)

describe.skipIf(inject('postgresUrl') !== undefined)('guarita verify-audit (OPS-1)', () => {
  let dataDir: string
  let folder: string
  let head: SignedHead
  let fingerprint: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'guarita-heads-'))
    dataDir = await demoDataDir()
    await withServer(dataDir, async (backend) => {
      const admin = await signIn(backend, 'admin')
      const answer = await (await admin.call('/rest/evidence/head')).json()
      ;({ head, fingerprint } = answer)
      await signIn(backend, 'admin')
    })
  })
  afterAll(async () => {
    for (const directory of [dataDir, folder]) await rm(directory, { recursive: true, force: true })
  })

  async function withServer(dataDir: string, work: (backend: Backend) => Promise<void>): Promise<void> {
    const backend = await startTestBackend({ dataDir, isDurable: false, monitorEveryMs: 0 })
    await work(backend)
    await backend.close()
  }

  const verify = (...args: string[]) => verifyDirectory(dataDir, ...args)
  const verifyDirectory = (directory: string, ...args: string[]) =>
    run(process.execPath, ['backend/commands/verify-audit.ts', '--data', directory, ...args]).then(
      ({ stdout }) => ({ code: 0, text: stdout }),
      (error: { code: number; stdout: string; stderr: string }) => ({
        code: error.code,
        text: error.stdout + error.stderr,
      }),
    )

  it('accepts an untouched installation after its server was stopped, and reports what that does not exclude', async () => {
    const spelled = fingerprint.toUpperCase().replace(/(..)(?=.)/g, '$1:')
    expect(await verify('--key', spelled)).toMatchObject({
      code: 0,
      text: expect.stringContaining('CONFERE. Sem --heads'),
    })
  })

  it.each([
    ['uses a head that fits', () => head, 0, 'com 1 cabeça guardada fora'],
    ['refuses a head that does not fit', () => ({ ...head, seq: 1_000 }), 1, 'é mais nova que a corrente'],
  ])('%s', async (_name, line, code, text) => {
    const file = join(folder, 'heads.jsonl')
    await writeFile(file, JSON.stringify(line()))
    expect(await verify('--heads', file)).toMatchObject({ code, text: expect.stringContaining(text) })
  })

  it('refuses a file that does not exist', async () => {
    expect(await verify('--heads', join(folder, 'none'))).toMatchObject({
      code: 1,
      text: expect.stringContaining('não pode ser lido'),
    })
  })

  it('finds an older copy of the database beside the key, and the server does not sign it', async () => {
    let problem: unknown
    const copy = join(folder, 'copy')
    await cp(dataDir, copy, { recursive: true })
    await withServer(copy, async ({ database }) => {
      await database.script(`alter table evidence disable trigger user;
        delete from sessions; delete from evidence where customers_id = 'horizonte' and seq > 1;
        update evidence_heads set (seq, hash, signed_seq, signed_hash, signed_at, signature, signed_by) = (1, evidence.hash, null, null, null, null, null)
          from evidence where evidence.customers_id = 'horizonte' and evidence_heads.customers_id = 'horizonte';
        alter table evidence enable trigger user`)
    })
    await withServer(copy, async (backend) => {
      problem = (await (await (await signIn(backend, 'admin')).call('/rest/device-audit')).json()).problem
    })
    expect(problem).toContain('o que há é anterior')
    expect(await verifyDirectory(copy)).toMatchObject({ code: 1 })
  })
})

describe('a file of heads for verify-audit', () => {
  let backend: Backend
  let folder: string
  let head: SignedHead

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'guarita-heads-'))
    backend = await startTestBackend({ monitorEveryMs: 0 })
    ;({ head } = await (await (await signIn(backend, 'admin')).call('/rest/evidence/head')).json())
    await signIn(backend, 'admin')
  })
  afterAll(async () => {
    await backend.close()
    await rm(folder, { recursive: true, force: true })
  })

  /** The first problem, or how many heads were used. */
  async function withHeads(lines: unknown[], prefix = ''): Promise<string> {
    const file = join(folder, 'heads.jsonl')
    await writeFile(
      file,
      prefix + lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'),
    )
    try {
      const given = await headsIn(file)
      const verdicts = await backend.database.transaction((still) => verifyChains(still, { given, own: [] }))
      const used = verdicts.reduce((sum, { usedHeads }) => sum + usedHeads, 0)
      return verdicts.find(({ problem }) => problem !== undefined)?.problem ?? `${used} used`
    } catch (error) {
      return String(error)
    }
  }

  it.each([
    ['as an anchor gets it', () => [head]],
    [
      'as the server answers it, after an empty line',
      () => ['', { head, publicKey: 'k', fingerprint: 'f', chainedUpTo: 0 }],
    ],
  ])('uses a head %s', async (_name, lines) => {
    expect(await withHeads(lines(), '\uFEFF')).toBe('1 used')
  })

  it.each([
    ['an empty file', () => [], 'não tem nenhuma cabeça'],
    ['a line that is no JSON', () => [head, 'nada'], 'linha 2: não é uma cabeça assinada'],
    ['a number as text', () => [{ ...head, seq: String(head.seq) }], 'linha 1: não é uma cabeça assinada'],
    ['a head with an unknown field', () => [{ ...head, note: '' }], 'linha 1: não é uma cabeça assinada'],
    ['a newer head', () => [{ ...head, seq: 1_000 }], 'é mais nova que a corrente'],
    ['a head of another chain', () => [{ ...head, hash: 'a'.repeat(64) }], 'é de outra corrente'],
    [
      'a head with a forged signature',
      () => [{ ...head, at: '2020-01-01T00:00:00.000Z' }],
      'não está assinada por uma chave',
    ],
    [
      'a head of an unknown customer',
      () => [{ ...head, customer: 'outra' }],
      'A corrente não tem mais o seu fim guardado',
    ],
  ])('refuses with the reason: %s', async (_name, lines, reason) => {
    expect(await withHeads(lines())).toContain(reason)
  })
})
