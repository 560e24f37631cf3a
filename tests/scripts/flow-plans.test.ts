import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'
import { expect, onTestFinished, test } from 'vitest'
import { flowPlans } from '../../scripts/vite/flow-plans.ts'
import * as whole from '../../src/composition/flow-plans.ts'
import { pages, sessionFlows } from '../../src/composition/flows.ts'

test('the sign-in page gets inputs, forwarded events and addresses of all flows, and no chart, page or menu entry', async () => {
  const { code, built } = await builtModule<typeof whole>('flow-plans.ts')
  expect(plansIn(built.flowPlans)).toEqual(plansIn(whole.flowPlans))
  expect(built.signedInAddresses).toEqual(whole.signedInAddresses)
  expect(code).not.toMatch(/import\(|permission|label:/)
})

test('the code for signed-in people gets charts, pages, rights and menu entries of all flows, and no forwarded event', async () => {
  const { code, built } = await builtModule<{ pages: typeof pages; sessionFlows: typeof sessionFlows }>('flows.ts')
  const known = ({ address, pattern, permission, fetched, requires }: (typeof pages)[number]) => [
    ...[address, pattern, permission, fetched, requires],
  ]
  expect(built.pages.map(known)).toEqual(pages.map(known))
  const shown = (flows: typeof sessionFlows) =>
    Object.entries(flows).map(([id, { chart, menu }]) => ({ id, chart: typeof chart, menu }))
  expect(shown(built.sessionFlows)).toEqual(shown(sessionFlows))
  expect(code).not.toMatch(/hears|input:/)
})

async function builtModule<Module>(file: string): Promise<{ code: string; built: Module }> {
  const outDir = mkdtempSync(join(tmpdir(), 'guarita-flows-'))
  onTestFinished(() => rmSync(outDir, { recursive: true }))
  await build({
    configFile: false,
    logLevel: 'error',
    plugins: [flowPlans()],
    build: {
      outDir,
      emptyOutDir: true,
      minify: false,
      // The test calls no loader of a page.
      rolldownOptions: {
        external: (id) =>
          id.startsWith('../') && !id.endsWith('/flow.ts') && !/machines\/panel|address-pattern/.test(id),
      },
      lib: { entry: resolve('src/composition', file), formats: ['es'], fileName: () => 'flows.mjs' },
    },
  })
  const path = join(outDir, 'flows.mjs')
  return { code: readFileSync(path, 'utf8'), built: await import(pathToFileURL(path).href) }
}

/** The ids of the flows with their events, and the owners of an input. */
function plansIn(plans: typeof whole.flowPlans) {
  return Object.entries<{ hears?: readonly string[]; input?: unknown }>(plans).map(([id, { hears, input }]) => ({
    id,
    hears,
    input: typeof input,
  }))
}
