import { useSelector } from '@xstate/react'
import { flowHook, usePanel } from '../panel-context.tsx'
import { useTakenOver } from '../use-taken-over.ts'

/** Whether the session waits for the server. */
export const useSessionBusy = flowHook('session', (session) => session.hasTag('busy'))

/** Whether many people use this computer: a session without 'Manter conectado' ends with the browser (`sharedComputer`). */
export function useComputerShared(): boolean {
  const isShared = useSelector(
    usePanel(),
    ({ context: { outcome } }) => outcome.kind === 'valid' && outcome.config.sharedComputer,
  )
  return useTakenOver() && isShared
}
