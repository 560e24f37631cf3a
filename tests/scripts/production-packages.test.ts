import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const projectDir = join(import.meta.dirname, '../..')
const lock = JSON.parse(readFileSync(join(projectDir, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, { dev?: boolean; optional?: boolean; devOptional?: boolean }>
}
/** Names of the packages that `npm prune --omit=dev --omit=optional` leaves, as `npm run deliver` does. */
const names = Object.entries(lock.packages)
  .filter(([path, { dev, optional, devOptional }]) => path !== '' && !dev && !optional && !devOptional)
  .map(([path]) => path.replace(/^.*node_modules\//, ''))

it('an installation has no packages that only the browser or the build needs (OPS-6)', () => {
  expect(names.filter((name) => /firebase|react|radix|vite|typescript|bootstrap|lucide|elkjs/.test(name))).toEqual([])
})

it('an installation keeps the Node.js of the project and the packages of the server (OPS-6)', () => {
  expect(names).toEqual(
    expect.arrayContaining(['node', 'fastify', 'socket.io', 'pg', '@electric-sql/pglite', 'xstate']),
  )
})
