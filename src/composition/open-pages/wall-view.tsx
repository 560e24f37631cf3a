import { type ReactNode, useEffect } from 'react'
import { readPanelConfig } from '../../services/config/panel-config.ts'
import { createConsoleLog } from '../../services/log/log.ts'
import { earlyAnswer } from '../../services/page/early-answers.ts'
import { ErrorBoundary } from '../../ui/error/error-boundary.tsx'
import { ErrorPage } from '../../ui/error/error-page.tsx'
import { WallPage } from '../../ui/wall/wall-page.tsx'
import { wall } from './wall.ts'

/** No person is at a wall screen to press a button: after a failure it reloads after this time. */
const beginAnewMs = 60_000

/** Draws the wall view for the link in the page's address (INC-8). Rejects without a configuration. */
export async function hangWall(draw: (view: ReactNode) => void): Promise<void> {
  const log = createConsoleLog()
  const outcome = await readPanelConfig(location.origin, log)
  // The boot script's request: a new page does not need it, but an unread body keeps the connection open.
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
  // A person opened another link in this tab.
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
