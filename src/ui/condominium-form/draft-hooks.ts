import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { flowHook } from '../panel-context.tsx'

/** Form that is open or that has unsaved changes; undefined if there is no form. */
export const useCondominiumForm = flowHook('condominiums', (flow) => flow.context.form ?? undefined)

export type CondominiumFormRef = NonNullable<ReturnType<typeof useCondominiumForm>>

/** Unsaved draft that is no longer on screen: its name, and the id of its condominium (null for a new condominium). */
export function useDraftUnreachable(): { id: string | null; name: string } | null {
  const form = useCondominiumForm()
  const isAway = useSelector(form, (snapshot) => snapshot?.hasTag('away') ?? false)
  const id = useSelector(form, (snapshot) => snapshot?.context.id ?? null)
  const name = useSelector(form, (snapshot) => snapshot?.context.fields.name.trim() ?? '')
  return useMemo(() => (isAway ? { id, name } : null), [isAway, id, name])
}
