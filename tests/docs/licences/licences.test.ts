import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { shippedLicences } from '../../../scripts/licences/shipped-licences.ts'

const projectDir = join(import.meta.dirname, '../../..')
const lock = JSON.parse(readFileSync(join(projectDir, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, { integrity?: string; dev?: boolean }>
}
/** What may be delivered with a closed product, unchanged, with its text. EPL-2.0 (elkjs) asks for the source of its own changes only. */
const acceptable = new Set([
  ...['0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'EPL-2.0', 'ISC', 'MIT', 'OFL-1.1'],
  ...['PostgreSQL', 'Unlicense'],
])

it('ships no package without a licence that lets it be shipped, and each with its text (OPS-3)', () => {
  const shipped = shippedLicences()
  const unacceptable = shipped.filter(({ licence }) => !licence.split(' OR ').some((one) => acceptable.has(one)))
  expect(unacceptable.map(({ name, licence }) => `${name}: ${licence}`)).toEqual([])
  expect(shipped.filter(({ text }) => text.length < 100).map(({ name }) => name)).toEqual([])
  expect(shipped.map(({ name }) => name)).toEqual(expect.arrayContaining(['react', 'fastify', 'bootstrap', 'Inter']))
})

it('knows by a checksum whatever package is installed or shipped (OPS-3)', () => {
  const installed = Object.entries(lock.packages).filter(
    ([path, { dev }]) => path !== '' && (!dev || existsSync(join(projectDir, path))),
  )
  expect(installed.length).toBeGreaterThan(300)
  expect(installed.filter(([, { integrity }]) => !integrity).map(([path]) => path)).toEqual([])
})
