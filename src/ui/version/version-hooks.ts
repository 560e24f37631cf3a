import { useSelector } from '@xstate/react'
import { useFlowIfThere } from '../panel-context.tsx'

/** Whether a new version awaits the person's confirmation (VER-2). */
export function useVersionOffered(): boolean {
  return useSelector(useFlowIfThere('version'), (version) => version?.hasTag('offered') ?? false)
}
