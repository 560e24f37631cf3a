import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { versionOfBuild } from '../../backend/program-version.ts'
import manifest from '../../package.json' with { type: 'json' }
import { builtVersion } from '../../scripts/vite/version-file.ts'

const release = manifest.version
let folder: string

function git(...args: string[]): string {
  const identity = ['-c', 'user.name=Ana', '-c', 'user.email=ana@example.com']
  return execFileSync('git', [...identity, ...args], { cwd: folder, encoding: 'utf8' }).trim()
}

async function commitAll(): Promise<string> {
  git('add', '.')
  git('commit', '--quiet', '--message', 'Change')
  return git('rev-parse', '--short=8', 'HEAD')
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guarita-version-'))
  await mkdir(join(folder, 'src'))
  await writeFile(join(folder, 'src/main.ts'), 'one')
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true })
})

describe('the version of a build (OPS-5)', () => {
  test('consists of the release and a commit of the repository', async () => {
    git('init', '--quiet')
    const commit = await commitAll()
    expect(builtVersion(folder)).toEqual({ version: `${release}+${commit}`, commit })
  })

  test('marks changed sources, and differs for each change of the sources (VER-1)', async () => {
    git('init', '--quiet')
    const commit = await commitAll()
    await writeFile(join(folder, 'src/main.ts'), 'two')
    const second = builtVersion(folder)
    await writeFile(join(folder, 'src/main.ts'), 'three')
    const third = builtVersion(folder)
    expect([second.commit, third.commit]).toEqual([`${commit}-modified`, `${commit}-modified`])
    expect(second.version).toMatch(new RegExp(`^${release}\\+${commit}-modified\\.[0-9a-f]{8}$`))
    expect(third.version).not.toBe(second.version)
  })

  test('has the commit of GUARITA_COMMIT, or no commit, outside of git', () => {
    vi.stubEnv('GUARITA_COMMIT', '')
    expect(builtVersion(folder)).toMatchObject({
      version: expect.stringMatching(/\+no-commit\.[0-9a-f]{8}$/),
      commit: null,
    })
    vi.stubEnv('GUARITA_COMMIT', 'd5971c10')
    expect(builtVersion(folder)).toEqual({ version: `${release}+d5971c10`, commit: 'd5971c10' })
  })

  test('has no commit if a repository only contains the folder of the unpacked sources', async () => {
    git('init', '--quiet')
    await commitAll()
    const inner = join(folder, 'src')
    vi.stubEnv('GUARITA_COMMIT', '')
    expect(builtVersion(inner).commit).toBeNull()
  })

  test('is read by the server from the file that the build wrote', async () => {
    await writeFile(join(folder, 'version.json'), JSON.stringify({ version: '9.9.9+d5971c10', commit: 'd5971c10' }))
    expect(await versionOfBuild(folder)).toEqual({ version: '9.9.9+d5971c10', commit: 'd5971c10' })
    expect(await versionOfBuild(join(folder, 'src'))).toEqual({ version: release, commit: null })
  })
})
