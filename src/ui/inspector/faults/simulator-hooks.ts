import { shallowEqual, useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import type { SimulatedDevice } from '../../../../contract/wire/answers/devices/simulator.ts'
import type { simulatorMachine } from '../../../machines/inspector/simulator.machine.ts'

/** Actor that controls simulated devices; the inspector runs it beside the panel (INS-2). */
export type SimulatorRef = ActorRefFrom<typeof simulatorMachine>

const phases = [
  ['unnamed', 'unnamed'],
  ['loading', 'loading'],
  ['applied', { ready: 'applied' }],
  ['refused', { ready: 'refused' }],
  ['notApplied', { ready: 'failed' }],
  ['setting', 'setting'],
  ['unknown', 'unknown'],
  ['unavailable', 'unavailable'],
  ['failed', 'failed'],
] as const

export type SimulatorPhase = (typeof phases)[number][0] | 'idle'

export interface SimulatorView {
  phase: SimulatorPhase
  /** Chosen device, or ''. */
  wordCode: string
  device: SimulatedDevice | null
  failure: string | null
  refusals: number
}

export function useSimulator(simulator: SimulatorRef): SimulatorView {
  return useSelector(
    simulator,
    (snapshot) => ({
      ...snapshot.context,
      phase: phases.find(([, state]) => snapshot.matches(state))?.[0] ?? 'idle',
    }),
    shallowEqual,
  )
}
