import { setup } from 'xstate'
import type { StandIns } from './stand-ins.ts'

/** An actor with the listener `child`; the event `crash` makes the actor throw. XState does not stop its child then. */
export function crashingParent(standIns: StandIns) {
  return setup({ actors: { child: standIns.callback('child') } }).createMachine({
    invoke: { src: 'child' },
    on: {
      crash: {
        actions: () => {
          throw new Error('crash')
        },
      },
    },
  })
}
