import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'
import { expect, onTestFinished, test } from 'vitest'
import { routes } from '../../contract/wire/routes.ts'
import { routeModules } from '../../scripts/vite/route-modules.ts'

test('every route of the built panel has the method and the path of the contract, and whether everybody may call it', async () => {
  const outDir = mkdtempSync(join(tmpdir(), 'guarita-routes-'))
  onTestFinished(() => rmSync(outDir, { recursive: true }))
  await build({
    configFile: false,
    logLevel: 'error',
    plugins: [routeModules()],
    build: {
      outDir,
      emptyOutDir: true,
      minify: false,
      lib: { entry: resolve('contract/wire/routes.ts'), formats: ['es'], fileName: () => 'routes.mjs' },
    },
  })
  const built: { routes: typeof routes } = await import(pathToFileURL(join(outDir, 'routes.mjs')).href)
  expect(callsOf(built.routes)).toEqual(callsOf(routes))
})

function callsOf(tables: typeof routes): [name: string, call: object][] {
  return Object.values(tables)
    .flatMap((table) => Object.entries(table))
    .map(([name, { method, path, access }]): [string, object] => [
      name,
      { method, path, isOpen: access === 'everybody' },
    ])
    .sort(([one], [other]) => one.localeCompare(other))
}
