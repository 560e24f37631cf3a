import { fromPromise } from 'xstate'
import { simulatorMachine } from '../machines/inspector/simulator.machine.ts'
import { createSimulatorApi } from '../services/inspector/simulator-api.ts'
import { logTo, type Neighbours } from './neighbours.ts'

/** The control of simulated devices, with the server behind it (INS-2). */
export function simulator({ log, http }: Pick<Neighbours, 'log' | 'http'>) {
  const api = createSimulatorApi(http, log)
  return simulatorMachine.provide({
    actors: {
      readDevice: fromPromise(({ input, signal }) => api.read(input.wordCode, signal)),
      setFault: fromPromise(({ input, signal }) => api.setFault(input.wordCode, input.order, signal)),
    },
    actions: { logFailure: logTo(log) },
  })
}
