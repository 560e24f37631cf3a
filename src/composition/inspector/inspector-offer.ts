import { createActor, fromCallback, fromPromise } from 'xstate'
import {
  type DetachEvent,
  type InspectorOfferEvent,
  inspectorOfferMachine,
} from '../../machines/inspector/inspector-offer.machine.ts'
import type { Panel } from '../../machines/panel/panel.machine.ts'
import { logTo, type Neighbours } from '../neighbours.ts'
import type { createInspector } from './inspector.ts'

/**
 * Has the inspector ready for whoever may use it: `inspector: true` and the permission `qa` (INS-1). From then on the panel is
 * recorded; when somebody without that permission signs in, what was recorded is forgotten. For others nothing is loaded. What
 * leaves the browser leaves it for the person who agreed to it, and ends with the session.
 */
export async function offerInspector(panel: Panel, neighbours: Neighbours): Promise<void> {
  if (!neighbours.config.inspector) return
  let create: typeof createInspector = notLoaded
  const offer = createActor(
    inspectorOfferMachine.provide({
      actors: {
        loadInspector: fromPromise(async () => {
          const loaded = await import('./inspector.ts')
          create = loaded.createInspector
        }),
        recording: fromCallback<DetachEvent, undefined>(({ receive }) => {
          const inspector = create(panel, neighbours)
          receive(() => inspector.detach())
          return () => inspector.end()
        }),
      },
      actions: { logFailure: logTo(neighbours.log) },
    }),
  ).start()
  panel.subscribe(() => offer.send(standing(panel)))
  offer.send(standing(panel))
  if (!offer.getSnapshot().hasTag('busy')) return
  await new Promise<void>((resolve) => {
    offer.subscribe((snapshot) => {
      if (!snapshot.hasTag('busy')) resolve()
    })
  })
}

/** The user is known beyond the end of the session. */
function standing(panel: Panel): InspectorOfferEvent {
  const snapshot = panel.getSnapshot()
  if (snapshot.hasTag('signedOut') || snapshot.hasTag('expired')) return { type: 'offer.over' }
  return { type: snapshot.context.user?.permissions.includes('qa') ? 'offer.allowed' : 'offer.denied' }
}

function notLoaded(): never {
  throw new Error('the inspector was made before its code came')
}
