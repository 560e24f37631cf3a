import { fromPromise } from 'xstate'
import { simulatorMachine } from '../../machines/inspector/simulator.machine.ts'
import { askSimulator } from '../../services/inspector/simulator-api.ts'
import { logTo, type Neighbours } from '../neighbours.ts'

/** Provides the chart of the simulated devices with the server's calls (INS-2). */
export function simulator({ log, http }: Pick<Neighbours, 'log' | 'http'>) {
  return simulatorMachine.provide({
    actors: {
      readDevice: fromPromise(({ input, signal }) => askSimulator({ http, log }, input, signal)),
      setFault: fromPromise(({ input, signal }) => askSimulator({ http, log }, input, signal)),
    },
    actions: { logFailure: logTo(log) },
  })
}
