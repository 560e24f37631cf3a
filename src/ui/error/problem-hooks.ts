import { useSelector } from '@xstate/react'
import { usePanel } from '../panel-context.tsx'

/** The key of `/config.json` that is invalid, or null (CFG-1). */
export function useInvalidConfigKey(): string | null {
  return useSelector(usePanel(), ({ context: { outcome } }) => (outcome.kind === 'invalid' ? outcome.key : null))
}

/** What the last crash of a flow was (BOOT-4). */
export function useCrash(): unknown {
  return useSelector(usePanel(), ({ context }) => context.crash)
}
