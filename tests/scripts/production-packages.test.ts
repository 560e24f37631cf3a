import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const projectDir = join(import.meta.dirname, '../..')
const lock = JSON.parse(readFileSync(join(projectDir, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, { dev?: boolean; optional?: boolean; devOptional?: boolean }>
}
/** Paths of the packages that `npm prune --omit=dev --omit=optional` leaves, as in docs/before-real-use.md. */
const production = Object.entries(lock.packages)
  .filter(([path, { dev, optional, devOptional }]) => path !== '' && !dev && !optional && !devOptional)
  .map(([path]) => path)
const names = production.map((path) => path.replace(/^.*node_modules\//, ''))

function bytesOf(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.slice(folder.length).includes('node_modules'))
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
}

it('an installation has no packages that only the browser or the build needs (OPS-6)', () => {
  expect(names.filter((name) => /firebase|react|radix|vite|typescript|bootstrap|lucide|elkjs/.test(name))).toEqual([])
})

it('an installation keeps the Node.js of the project and the packages of the server (OPS-6)', () => {
  expect(names).toEqual(
    expect.arrayContaining(['node', 'fastify', 'socket.io', 'pg', '@electric-sql/pglite', 'xstate']),
  )
})

it('the packages of the server have at most 75 MB, without Node.js (OPS-6)', () => {
  const bytes = production.filter((path) => path !== 'node_modules/node').map((path) => bytesOf(join(projectDir, path)))
  expect(bytes.reduce((sum, size) => sum + size, 0) / 1e6).toBeLessThan(75)
})
