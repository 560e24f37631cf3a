import { useSelector } from '@xstate/react'
import { useFlow } from '../panel-context.tsx'

/** Whether a new version is waiting for somebody to take it (VER-2). */
export function useVersionOffered(): boolean {
  return useSelector(useFlow('version'), (version) => version?.hasTag('offered') ?? false)
}
