import { execFile } from 'node:child_process'
import { cp, mkdir, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import fastifyStatic from '@fastify/static'
import fastify from 'fastify'
import { build } from 'vite'
import { precompressed } from '../../../scripts/vite/precompressed.ts'

export interface PeerSite {
  url: string
  dispose(): Promise<void>
}

/**
 * Builds and serves the pages in `tests/bench/peers/<name>` as Guarita's pages are. Installs their packages next to the
 * results.
 * @throws if the packages can't be installed
 */
export async function startPeerSite(name: string, packages: readonly string[]): Promise<PeerSite> {
  const root = resolve('test-results', name)
  await mkdir(root, { recursive: true })
  await writeFile(resolve(root, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
  await cp(resolve('tests/bench/peers', name), root, { recursive: true })
  await promisify(execFile)('npm', ['install', '--no-audit', '--no-fund', ...packages], { cwd: root })
  await build({ root, configFile: false, logLevel: 'silent', plugins: [precompressed()] })

  const server = fastify()
  await server.register(fastifyStatic, { root: resolve(root, 'dist'), preCompressed: true })
  return { url: await server.listen({ port: 0, host: '127.0.0.1' }), dispose: () => server.close() }
}

/** Starts a peer. If its packages can't be installed, prints why and returns undefined. */
export async function besideUs<Peer>(name: string, start: () => Promise<Peer>): Promise<Peer | undefined> {
  return start().catch((error: unknown) => {
    console.log(`${name} could not be measured: ${error instanceof Error ? error.message : error}`)
    return undefined
  })
}
