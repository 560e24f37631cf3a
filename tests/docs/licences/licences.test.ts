import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { shippedLicences } from '../../../scripts/licences/shipped-licences.ts'

const projectDir = join(import.meta.dirname, '../../..')
const lock = JSON.parse(readFileSync(join(projectDir, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, { integrity?: string; dev?: boolean }>
}
/**
 * Licences that allow shipping inside a closed product, unchanged and with their text. EPL-2.0 (elkjs) requires source
 * only for changes to its own code.
 */
const acceptable = new Set([
  ...['0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'EPL-2.0', 'ISC', 'MIT', 'OFL-1.1'],
  ...['PostgreSQL', 'Unlicense'],
])

it('every shipped package has a licence that permits shipping, and its licence text (OPS-3)', () => {
  const shipped = shippedLicences()
  const unacceptable = shipped.filter(({ licence }) => !licence.split(' OR ').some((one) => acceptable.has(one)))
  expect(unacceptable.map(({ name, licence }) => `${name}: ${licence}`)).toEqual([])
  expect(shipped.filter(({ text }) => text.length < 100).map(({ name }) => name)).toEqual([])
  expect(shipped.map(({ name }) => name)).toEqual(expect.arrayContaining(['react', 'fastify', 'bootstrap', 'Inter']))
})

it('every installed or shipped package has a checksum (OPS-3)', () => {
  const installed = Object.entries(lock.packages).filter(
    ([path, { dev }]) => path !== '' && (!dev || existsSync(join(projectDir, path))),
  )
  expect(installed.length).toBeGreaterThan(300)
  expect(installed.filter(([, { integrity }]) => !integrity).map(([path]) => path)).toEqual([])
})
