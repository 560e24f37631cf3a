import type { Panel } from '../../machines/panel/panel.machine.ts'
import type { Neighbours } from '../neighbours.ts'

/** Offers the inspector if the configuration has `inspector: true` (INS-1); otherwise loads no code of it. */
export async function offerInspector(panel: Panel, neighbours: Neighbours): Promise<void> {
  if (!neighbours.config.inspector) return
  const { watchOffer } = await import('./offered-inspector.ts')
  await watchOffer(panel, neighbours)
}
