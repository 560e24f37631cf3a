import { useSelector } from '@xstate/react'
import type { Condominium } from '../services/condominium-schema.ts'
import { useFlow } from './panel-context.tsx'

const none: readonly Condominium[] = []

/** The condominiums that the person may see, in the order of their names. */
export function useCondominiums(): readonly Condominium[] {
  return useSelector(useFlow('condominiums'), (flow) => flow?.context.condominiums ?? none)
}

/** How the list stands; one that is loaded again counts as ready. */
export function useCondominiumsStatus(): 'loading' | 'failed' | 'ready' {
  return useSelector(useFlow('condominiums'), (flow) => {
    if (flow?.hasTag('error')) return 'failed'
    return flow?.hasTag('ready') || (flow?.context.condominiums.length ?? 0) > 0 ? 'ready' : 'loading'
  })
}

/** The condominium that the person works in, or null (CON-1). */
export function useSelectedCondominium(): Condominium | null {
  return useSelector(useFlow('condominiums'), (flow) => flow?.context.selected ?? null)
}
