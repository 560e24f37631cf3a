import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { writeBackupFile } from '../../../backend/backup/backup-file.ts'
import { OperatorError } from '../../../backend/database/operator-error.ts'
import { asRefusal } from '../../../backend/http/error-answers.ts'
import { unwritableText } from '../../../backend/unwritable-disk.ts'
import { lengthenChain } from '../../bench/attacks/long-chain.ts'
import { signIn, startTestBackend } from '../parts/embedded-backend.ts'

const directory = mkdtempSync(join(tmpdir(), 'guarita-small-disk-'))

/** Mounts a disk of 64 kB, or makes the mounted disk larger. Only root may do so. */
function mountDisk(options: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', directory], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

const isMounted = mountDisk('size=64k')
afterAll(() => {
  if (isMounted) execFileSync('umount', [directory])
  rmSync(directory, { recursive: true })
})

function usedBlocks(): number {
  const { blocks, bfree } = statfsSync(directory)
  return blocks - bfree
}

it.each(['ENOSPC', 'EDQUOT', 'EROFS'])(
  'a request that fails with %s is answered by 503 with a text for the person (OPS-4)',
  (code) => {
    const { status, message, headers } = asRefusal(Object.assign(new Error('write'), { code }))
    expect({ status, message, headers }).toEqual({
      status: 503,
      message: unwritableText,
      headers: { 'retry-after': '5' },
    })
  },
)

describe.skipIf(!isMounted)('on a full disk (OPS-4)', () => {
  beforeEach(() => {
    mountDisk('remount,size=64k')
  })

  it('a dossier request gets 503 and leaves no file, and succeeds when the disk has space again', async () => {
    vi.stubEnv('TMPDIR', directory)
    const backend = await startTestBackend().finally(() => vi.unstubAllEnvs())
    onTestFinished(() => backend.close())
    await lengthenChain(backend.database, 1_000, Date.now())
    const admin = await signIn(backend, 'admin')
    const dossier = () => admin.call('/rest/evidence/dossier?from=2020-01-01T00:00:00.000Z&to=2999-01-01T00:00:00.000Z')
    const answer = await dossier()
    expect({ status: answer.status, retryAfter: answer.headers.get('retry-after'), body: await answer.json() }).toEqual(
      {
        status: 503,
        retryAfter: '5',
        body: { error: true, message: unwritableText },
      },
    )
    expect(readdirSync(directory)).toEqual([])
    await expect.poll(usedBlocks).toBe(0)
    mountDisk('remount,size=64m')
    const second = await dossier()
    await second.arrayBuffer()
    expect(second.status).toBe(200)
  })

  it('a backup reports the full disk and leaves no file', async () => {
    const path = join(directory, 'copia.gz')
    async function* parts() {
      for (let written = 0; written < 200; written += 1) yield { rows: [randomBytes(1_000).toString('base64')] }
    }
    const head = { madeAt: new Date(0).toISOString(), version: '0.0.0', migrations: [] }
    const failure = await writeBackupFile(path, head, parts()).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(OperatorError)
    expect(String(failure)).toContain('está em um disco cheio. Nada foi alterado. Indique outro arquivo.')
    expect(readdirSync(directory)).toEqual([])
  })
})
