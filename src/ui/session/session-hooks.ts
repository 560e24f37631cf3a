import { useSelector } from '@xstate/react'
import { useFlow, usePanel } from '../panel-context.tsx'
import { useTakenOver } from '../use-taken-over.ts'

/** The text of the refused sign-in, or null (A11Y-1). */
export function useSignInRefusal(): string | null {
  return useSelector(useFlow('session'), (session) => (session?.hasTag('refused') ? session.context.refusal : null))
}

/** Whether the session waits for the server. */
export function useSessionBusy(): boolean {
  return useSelector(useFlow('session'), (session) => session?.hasTag('busy') ?? false)
}

/** Whether many people use this computer: a session without 'Manter conectado' ends with the browser (`sharedComputer`). */
export function useComputerShared(): boolean {
  const isShared = useSelector(
    usePanel(),
    ({ context: { outcome } }) => outcome.kind === 'valid' && outcome.config.sharedComputer,
  )
  return useTakenOver() && isShared
}
