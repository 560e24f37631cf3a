import { createActor, fromCallback, fromPromise } from 'xstate'
import {
  type DetachEvent,
  type InspectorOfferEvent,
  inspectorOfferMachine,
} from '../../machines/inspector/inspector-offer.machine.ts'
import type { Panel } from '../../machines/panel/panel.machine.ts'
import { logTo, type Neighbours } from '../neighbours.ts'
import type { createInspector } from './inspector.ts'
import { endPanelRecording } from './panel-recording.ts'

/**
 * Loads the inspector for a person with the right `qa`. If a person without that right signs in, the recording is
 * deleted; other people load no code of the page. Data leaves the browser only with the
 * person's consent, and only until the session ends.
 */
export async function watchOffer(panel: Panel, neighbours: Neighbours): Promise<void> {
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
      actions: { logFailure: logTo(neighbours.log), discard: () => endPanelRecording(panel) },
    }),
  ).start()
  panel.subscribe(() => offer.send(offerEvent(panel)))
  offer.send(offerEvent(panel))
  if (!offer.getSnapshot().hasTag('busy')) return
  await new Promise<void>((resolve) => {
    offer.subscribe((snapshot) => {
      if (!snapshot.hasTag('busy')) resolve()
    })
  })
}

function offerEvent(panel: Panel): InspectorOfferEvent {
  const snapshot = panel.getSnapshot()
  if (snapshot.hasTag('signedOut') || snapshot.hasTag('expired')) return { type: 'offer.over' }
  return { type: snapshot.context.user?.permissions.includes('qa') ? 'offer.allowed' : 'offer.denied' }
}

function notLoaded(): never {
  throw new Error('the inspector was created before its code was loaded')
}
