import { type ReactNode, useEffect } from 'react'
import { readPanelConfig } from '../../services/config/panel-config.ts'
import { createConsoleLog } from '../../services/log/log.ts'
import { earlyAnswer } from '../../services/page/early-answers.ts'
import { ErrorBoundary } from '../../ui/error/error-boundary.tsx'
import { ErrorPage } from '../../ui/error/error-page.tsx'
import { WallPage } from '../../ui/wall/wall-page.tsx'
import { wall } from './wall.ts'

/** Nobody stands before a wall to press anything: where it cannot go on, it begins anew. */
const beginAnewMs = 60_000

/** Draws the wall view, by the link at the page's address (INC-8). Rejects where there is no configuration to begin with. */
export async function hangWall(draw: (view: ReactNode) => void): Promise<void> {
  const log = createConsoleLog()
  const outcome = await readPanelConfig(location.origin, log)
  // Asked for by the boot script: a page that has just come needs no other, and what is not read stays open.
  earlyAnswer('/version.json').then(
    ({ body }) => body?.cancel(),
    () => {},
  )
  if (outcome.kind === 'invalid') throw new Error(`config.json: ${outcome.key}`)
  const actor = wall(outcome.config, log, location.hash.slice(1))
  actor.subscribe({
    error: (error) => draw(<Broken error={error} />),
  })
  actor.start()
  // Another link was opened in this place.
  addEventListener('hashchange', () => location.reload())
  draw(
    <ErrorBoundary instead={(error) => <Broken error={error} />}>
      <WallPage wall={actor} />
    </ErrorBoundary>,
  )
}

function Broken({ error }: { error: unknown }) {
  useEffect(() => {
    const timer = setTimeout(() => location.reload(), beginAnewMs)
    return () => clearTimeout(timer)
  }, [])
  return <ErrorPage error={error} />
}
