import { shallowEqual, useSelector } from '@xstate/react'
import { flowHook } from '../panel-context.tsx'

/** Form that is open or that has unsaved changes; undefined if there is no form. */
export const useCondominiumForm = flowHook('condominiums', (flow) => flow.context.form ?? undefined)

export type CondominiumFormRef = NonNullable<ReturnType<typeof useCondominiumForm>>

/** Unsaved draft that is no longer on screen: its name, and the id of its condominium (null for a new condominium). */
export function useDraftUnreachable(): { id: string | null; name: string } | null {
  return useSelector(
    useCondominiumForm(),
    (form) => (form?.hasTag('away') ? { id: form.context.id, name: form.context.fields.name.trim() } : null),
    shallowEqual,
  )
}
