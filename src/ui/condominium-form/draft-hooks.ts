import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { flowHook } from '../panel-context.tsx'

/** The form that is open, or holds what is unsaved; undefined where there is none. */
export const useCondominiumForm = flowHook('condominiums', (flow) => flow.context.form ?? undefined)

/** What is unsaved and no longer on screen: its name, and the id of its condominium (null for a new one). */
export function useDraftAway(): { id: string | null; name: string } | null {
  const form = useCondominiumForm()
  const isAway = useSelector(form, (snapshot) => snapshot?.hasTag('away') ?? false)
  const id = useSelector(form, (snapshot) => snapshot?.context.id ?? null)
  const name = useSelector(form, (snapshot) => snapshot?.context.fields.name.trim() ?? '')
  return useMemo(() => (isAway ? { id, name } : null), [isAway, id, name])
}
