import { setup } from 'xstate'
import type { StandIns } from './stand-ins.ts'

/** A parent that runs the listener `child`. The event `crash` makes the parent throw; XState then leaves the child running. */
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
