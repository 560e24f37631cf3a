import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { proceduresMachine } from '../../machines/procedures/procedures.machine.ts'
import { useFlow, useFlowState } from '../panel-context.tsx'
import { firstTag } from '../parts/first-tag.ts'

export type ProceduresRef = ActorRefFrom<typeof proceduresMachine>

const stages = ['missing', 'unavailable', 'conflict', 'preview', 'open'] as const

/** `otherDraft`: unsaved changes belong to other procedures. */
export type ProceduresStage = (typeof stages)[number] | 'loading' | 'otherDraft'

/** Opens the procedures of a condominium, or of the customer (null), while their page is shown. */
export function useProcedures(condominiumId: string | null): ProceduresRef | undefined {
  const flow = useFlow('condominiums')
  const page = useFlowState('condominiums', (condominiums) => condominiums.children.procedures)
  useEffect(() => flow.send({ type: 'procedures.start' }), [flow])
  useEffect(() => page?.send({ type: 'procedures.open', condominiumId }), [page, condominiumId])
  return page
}

export function useProceduresStage(page: ProceduresRef | undefined, condominiumId: string | null): ProceduresStage {
  return useSelector(page, (shown): ProceduresStage => {
    if (shown === undefined || shown.context.condominiumId === undefined) return 'loading'
    if (shown.context.condominiumId !== condominiumId) return 'otherDraft'
    return firstTag(shown, stages) ?? 'loading'
  })
}
