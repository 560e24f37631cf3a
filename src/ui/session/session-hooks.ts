import { useSelector } from '@xstate/react'
import { flowHook, usePanel } from '../panel-context.tsx'
import { useTakenOver } from '../use-taken-over.ts'

export const useSessionBusy = flowHook('session', (session) => session.hasTag('busy'))

/** `sharedComputer`: whether a session without 'Manter conectado' ends with the browser. */
export function useComputerShared(): boolean {
  const isShared = useSelector(
    usePanel(),
    ({ context: { outcome } }) => outcome.kind === 'valid' && outcome.config.sharedComputer,
  )
  return useTakenOver() && isShared
}
