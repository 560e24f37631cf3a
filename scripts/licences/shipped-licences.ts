import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'

export type ShippedLicence = { name: string; version: string; licence: string; text: string }

const lock = v.object({
  packages: v.record(
    v.string(),
    v.object({
      dev: v.optional(v.boolean()),
      dependencies: v.optional(v.record(v.string(), v.string()), {}),
      peerDependencies: v.optional(v.record(v.string(), v.string()), {}),
    }),
  ),
})
type Packages = v.InferOutput<typeof lock>['packages']
const person = v.union([
  v.string(),
  v.pipe(
    v.object({ name: v.string() }),
    v.transform(({ name }) => name),
  ),
])
const manifest = v.object({
  name: v.string(),
  version: v.string(),
  license: v.optional(v.string()),
  /** Deprecated npm format. */
  licenses: v.optional(v.array(v.object({ type: v.string() }))),
  author: v.optional(person),
})

const projectDir = join(import.meta.dirname, '../..')
const licenceFile = /^(licen[cs]e|copying|notice)/i
/** Texts for packages that name a licence without including its text. */
const knownTexts = ['Apache-2.0', 'ISC', 'MIT', 'Unlicense']
const importedPackage = /(?:from|import\() ?'((?:@[^/']+\/)?[^./'@][^/']*)/g

/**
 * Lists all parts of a delivery by name: the packages of the server, those in the panel's bundle, and the typeface; no development
 * packages. `licence` is an SPDX expression; `licence` and `text` are empty if the package has none.
 */
export function shippedLicences(): ShippedLicence[] {
  const { packages } = v.parse(lock, JSON.parse(readFileSync(join(projectDir, 'package-lock.json'), 'utf8')))
  const inPanel = panelPackages(packages)
  const found = Object.entries(packages)
    .filter(([path, { dev }]) => path !== '' && (!dev || inPanel.has(path)) && existsSync(join(projectDir, path)))
    .map(([path]) => licenceOf(join(projectDir, path)))
  const unique = new Map([...found, typeface()].map((one) => [`${one.name}@${one.version}`, one]))
  return [...unique.values()].sort((one, other) => (one.name < other.name ? -1 : 1))
}

/**
 * Paths of the packages that the panel imports, and of their dependencies. The build includes them in the bundle, so
 * the server does not depend on them.
 */
function panelPackages(packages: Packages): Set<string> {
  const sources = globSync('src/**/*.{ts,tsx}', { cwd: projectDir }).map((file) =>
    readFileSync(join(projectDir, file), 'utf8'),
  )
  const imported = sources.flatMap((text) => [...text.matchAll(importedPackage)].map(([, name = '']) => name))
  const found = new Set<string>()
  const add = (name: string, from: string) => {
    const path = pathOf(packages, name, from)
    if (path === undefined || found.has(path)) return
    found.add(path)
    const { dependencies = {}, peerDependencies = {} } = packages[path] ?? {}
    for (const needed of Object.keys({ ...dependencies, ...peerDependencies })) add(needed, path)
  }
  // The build reads the stylesheets of Bootstrap.
  for (const name of new Set([...imported, 'bootstrap'])) add(name, '')
  return found
}

/** Finds a package as Node.js does: in the folder of the package that needs it, then in the folders above. */
function pathOf(packages: Packages, name: string, from: string): string | undefined {
  const path = join(from, 'node_modules', name)
  if (packages[path] !== undefined) return path
  return from === '' ? undefined : pathOf(packages, name, from.replace(/\/?node_modules\/(?:@[^/]+\/)?[^/]+$/, ''))
}

function licenceOf(directory: string): ShippedLicence {
  const read = v.parse(manifest, JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')))
  const licence = read.license ?? read.licenses?.map(({ type }) => type).join(' OR ') ?? ''
  const texts = readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isFile() && licenceFile.test(entry.name))
    .map(({ name }) => readFileSync(join(directory, name), 'utf8').trim())
  return {
    name: read.name,
    version: read.version,
    licence,
    text: texts.length > 0 ? texts.join('\n\n') : knownText(licence, read.author),
  }
}

function knownText(licence: string, author: string | undefined): string {
  if (!knownTexts.includes(licence)) return ''
  const text = readFileSync(join(import.meta.dirname, `${licence}.txt`), 'utf8').trim()
  return author === undefined ? text : `Copyright ${author}\n\n${text}`
}

function typeface(): ShippedLicence {
  const text = readFileSync(join(projectDir, 'public/inter-licence.txt'), 'utf8').trim()
  return { name: 'Inter', version: '5.3', licence: 'OFL-1.1', text }
}
