import type { ReactNode } from 'react'
import { readPanelConfig } from '../services/config/panel-config.ts'
import type { Log } from '../services/log/log.ts'
import { ErrorBoundary } from '../ui/error/error-boundary.tsx'
import { WallPage } from '../ui/wall/wall-page.tsx'
import { wall } from './wall.ts'

/** The wall view, by the link at the page's address (INC-8). `onEnd` is told after what it cannot go on. */
export async function wallView(log: Log, onEnd: (error: unknown) => void): Promise<ReactNode> {
  const outcome = await readPanelConfig(location.origin, log)
  if (outcome.kind === 'invalid') throw new Error(`config.json: ${outcome.key}`)
  const actor = wall(outcome.config, log, location.hash.slice(1))
  actor.subscribe({ error: onEnd })
  actor.start()
  // Another link was opened in this place.
  addEventListener('hashchange', () => location.reload())
  return (
    <ErrorBoundary
      instead={(error) => {
        onEnd(error)
        return null
      }}
    >
      <WallPage wall={actor} />
    </ErrorBoundary>
  )
}
