import type { Alternatives } from './alternatives.ts'
import type { SourceModule, SourceModules } from './source-modules.ts'

/** Where a type stands. */
export interface Scope {
  modules: SourceModules
  module: SourceModule
  /** What the type parameters, or the parameters of a function that makes a schema, stand for. */
  bound: ReadonlyMap<string, Alternatives>
  /** The declarations that are being followed, so that one which contains itself comes to an end. */
  trail: readonly string[]
}

const deepest = 12

/** The scope of a declaration that is named here; null where it has been followed already, or is too deep. */
export function within(scope: Scope, module: SourceModule, name: string, bound: Scope['bound'] = new Map()) {
  const key = `${module.file} ${name}`
  if (scope.trail.includes(key) || scope.trail.length >= deepest) return null
  return { ...scope, module, bound, trail: [...scope.trail, key] }
}
