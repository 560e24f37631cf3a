import { posix } from 'node:path'

interface Import {
  target: string
  typeOnly: boolean
}

type Layer =
  | 'contract'
  | 'composition'
  | 'ui'
  | 'machine'
  | 'machineSupport'
  | 'service'
  | 'inspector'
  | 'scripts'
  | 'backend'
  | 'contract'
  | 'tests'
  | 'other'

/** Whom each supervisor starts: the root everybody, the devices what belongs to a device, the condominiums form and deletion of one. */
const childrenOf: Record<string, RegExp> = {
  'src/machines/panel/panel.machine.ts': /./,
  'src/machines/condominiums/condominiums.machine.ts': /\/condominium-(form|delete)\.machine\.ts$/,
  'src/machines/inspector/inspector.machine.ts': /\/(event-sender|hosted-inspector|simulator)\.machine\.ts$/,
  'src/machines/devices/devices.machine.ts':
    /\/(breaker|retry|device-delete|device-form|device-operation)\.machine\.ts$/,
}

const clause = String.raw`(?:[\w$]+\s*,?\s*)?(?:\*(?:\s*as\s+[\w$]+)?\s*|\{[^{}]*\}\s*)?`
const importFrom = new RegExp(String.raw`^[ \t]*(?:import|export)\b\s*(type\s+)?${clause}from\s*['"]([^'"]+)['"]`, 'gm')
const importForEffect = /^[ \t]*import\s*['"]([^'"]+)['"]/gm
/** What the contract may take from elsewhere: none of them needs a browser or Node. */
const contractPackages = ['fflate', 'saxen', 'valibot']

const dynamicImport = /\bimport\s*\(\s*['"`]([^'"`]+)['"`]/g

/**
 * Says, in a sentence each, which files break the architecture: arrows may only run ui → machines → (types only) services,
 * with the composition root over all of them; backend and src share nothing but the contract, which knows neither, nor a
 * browser's or Node's own modules.
 * @param sources text of every source file by its path from the project's folder
 */
export function importViolations(sources: Record<string, string>): string[] {
  return Object.entries(sources).flatMap(([path, source]) => [
    ...nameViolations(path),
    ...importsOf(path, source).flatMap((imported) => {
      const reason = objection(path, imported)
      return reason === undefined ? [] : [`${path} imports ${imported.target}: ${reason}`]
    }),
  ])
}

function nameViolations(path: string): string[] {
  const vague = path.split('/').find((part) => /^(utils?|helpers?|common|misc)(\.|$)/i.test(part))
  if (vague !== undefined) return [`${path}: "${vague}" does not say what is in it`]
  return /(^|\/)index\.[cm]?[jt]sx?$/.test(path) ? [`${path}: no barrels`] : []
}

function objection(path: string, { target, typeOnly }: Import): string | undefined {
  const from = layerOf(path)
  const to = layerOf(target)
  if (from === 'tests' || from === 'scripts') return undefined
  if (from === 'contract') return to === 'contract' ? undefined : 'the contract is a leaf'
  if (to === 'contract') return undefined
  if (to === 'tests') return 'the product does not know its tests'
  if (to === 'scripts') return 'what starts, builds and tests the product is no part of it'
  if ((from === 'backend') !== (to === 'backend')) return 'backend and src share nothing but the contract'
  if (from === 'service' && !['service', 'other'].includes(to)) return 'a service knows no machine and no view'
  if (from === 'machine' || from === 'machineSupport') return objectionToMachine(path, target, { from, to, typeOnly })
  if (from === 'inspector' && !['inspector', 'service', 'other'].includes(to))
    return 'the inspector knows no flow and no view'
  if (from === 'ui' && to === 'service' && !typeOnly) return 'a view never imports a service'
  if (from === 'ui' && to === 'composition' && !typeOnly) return 'a view does not know the composition root'
  return undefined
}

function objectionToMachine(
  path: string,
  target: string,
  { from, to, typeOnly }: { from: Layer; to: Layer; typeOnly: boolean },
): string | undefined {
  if (to === 'ui' || to === 'composition') return 'a machine knows neither views nor the composition root'
  if (to === 'service' && !typeOnly) return 'a machine takes types only from a service'
  if (to === 'inspector' && !typeOnly) return 'a machine takes types only from the inspector'
  if (to !== 'machine' || childrenOf[path]?.test(target)) return undefined
  if (from === 'machine') return 'sibling machines never import each other'
  return typeOnly ? undefined : 'only a supervisor imports other machines'
}

function layerOf(path: string): Layer {
  if (
    /^src\/(panel|main|neighbours|signed-in-flows|condominium-flows|device-flows|record-flows|theme-flow|shell-flow|import-flow|push-flow|inspector-flow|inspector-offer|simulator-flow|theme-boot)(\.tsx?)?$/.test(
      path,
    )
  )
    return 'composition'
  if (path.startsWith('src/push-worker/')) return 'composition'
  if (path.startsWith('contract/')) return 'contract'
  if (path.startsWith('src/ui/')) return 'ui'
  if (path.startsWith('src/services/')) return 'service'
  if (path.startsWith('src/inspector/')) return 'inspector'
  if (path.startsWith('src/machines/')) return /\.machine(\.[jt]s)?$/.test(path) ? 'machine' : 'machineSupport'
  if (path.startsWith('backend/')) return 'backend'
  if (path.startsWith('contract/')) return 'contract'
  if (path.startsWith('tests/')) return 'tests'
  if (path.startsWith('scripts/')) return 'scripts'
  return 'other'
}

/** Imports of the project's own files, and of packages where those are limited; one inside of `import { type X }` counts as a value, since it stays in the output. */
function importsOf(path: string, source: string): Import[] {
  const found = [
    ...[...source.matchAll(importFrom)].map((match) => ({ specifier: match[2], typeOnly: match[1] !== undefined })),
    ...[...source.matchAll(importForEffect), ...source.matchAll(dynamicImport)].map((match) => ({
      specifier: match[1],
      typeOnly: false,
    })),
  ]
  return found.flatMap(({ specifier, typeOnly }) => {
    if (specifier === undefined || contractPackages.includes(specifier)) return []
    if (!specifier.startsWith('.')) return path.startsWith('contract/') ? [{ target: specifier, typeOnly }] : []
    return [{ target: posix.join(posix.dirname(path), specifier.replace(/\?.*$/, '')), typeOnly }]
  })
}
