import type { createInspector } from './inspector-flow.ts'
import type { Neighbours } from './neighbours.ts'
import type { Panel } from './panel.ts'

/**
 * Has the inspector ready for whoever may use it: `inspector: true` and the permission `qa` (INS-1). From then on the panel is
 * recorded; when somebody without that permission signs in, what was recorded is forgotten. For others nothing is loaded. What
 * leaves the browser leaves it for the person who agreed to it, and ends with the session.
 */
export async function offerInspector(panel: Panel, neighbours: Neighbours): Promise<void> {
  if (!neighbours.config.inspector) return
  let load: Promise<{ createInspector: typeof createInspector }> | null = null
  let made: ReturnType<typeof createInspector> | null = null

  // The user is known beyond the end of the session.
  const isOver = () => panel.getSnapshot().hasTag('signedOut') || panel.getSnapshot().hasTag('expired')
  const mayInspect = () => !isOver() && (panel.getSnapshot().context.user?.permissions.includes('qa') ?? false)
  const follow = async () => {
    if (isOver()) {
      made?.detach()
      return
    }
    if (!mayInspect()) {
      made?.end()
      made = null
      return
    }
    if (made !== null) return
    try {
      load ??= import('./inspector-flow.ts')
      const { createInspector } = await load
      if (made !== null || !mayInspect()) return
      made = createInspector(panel, neighbours)
    } catch (error) {
      load = null
      neighbours.log.warn('Inspetor não carregado.', error)
    }
  }

  panel.subscribe(() => void follow())
  await follow()
}
