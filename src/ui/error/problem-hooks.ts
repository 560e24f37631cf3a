import { useSelector } from '@xstate/react'
import { usePanel } from '../panel-context.tsx'

/** Invalid key of `/config.json`, or null (CFG-1). */
export function useInvalidConfigKey(): string | null {
  return useSelector(usePanel(), ({ context: { outcome } }) => (outcome.kind === 'invalid' ? outcome.key : null))
}

/** Error of the last crashed flow (BOOT-4). */
export function useCrash(): unknown {
  return useSelector(usePanel(), ({ context }) => context.crash)
}
