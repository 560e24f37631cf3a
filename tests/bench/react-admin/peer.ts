import { execFile } from 'node:child_process'
import { cp, mkdir, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import fastifyStatic from '@fastify/static'
import fastify from 'fastify'
import { build } from 'vite'
import { precompressed } from '../../../scripts/vite/precompressed.ts'

const packages = ['react-admin@5.15.4', 'ra-data-fakerest@5.15.4', 'react@19', 'react-dom@19']
const root = resolve('test-results/react-admin')

export interface Peer {
  /** Of its sign-in page: from another address it takes ten seconds more to come there. */
  signInUrl: string
  /** Of its list of 25 places, for whoever has `signedIn` in the storage of its page. */
  listUrl: string
  signedIn: readonly [key: string, value: string]
  dispose(): Promise<void>
}

/**
 * A list behind a sign-in as react-admin makes it: the lightest peer that the registry has. Its packages (320 MB) are installed
 * beside the results, for nobody but this measurement.
 * @throws when they cannot be installed
 */
export async function startReactAdmin(): Promise<Peer> {
  await mkdir(root, { recursive: true })
  await writeFile(resolve(root, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
  await cp('tests/bench/react-admin/index.html', resolve(root, 'index.html'))
  await promisify(execFile)('npm', ['install', '--no-audit', '--no-fund', ...packages], { cwd: root })
  await build({ root, configFile: false, logLevel: 'silent', plugins: [precompressed()] })

  const server = fastify()
  await server.register(fastifyStatic, { root: resolve(root, 'dist'), preCompressed: true })
  const url = await server.listen({ port: 0, host: '127.0.0.1' })
  return {
    signInUrl: `${url}/#/login`,
    listUrl: `${url}/#/places`,
    signedIn: ['signed-in', 'yes'],
    dispose: () => server.close(),
  }
}
