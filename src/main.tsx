import { lazy, type ReactNode } from 'react'
import { createRoot, hydrateRoot, type Root } from 'react-dom/client'
import { signedInAddresses } from './composition/flow-plans.ts'
import { createPanel } from './composition/panel.ts'
import { SignedInPages } from './composition/signed-in-code.ts'
import { readPanelConfig } from './services/config/panel-config.ts'
import { createConsoleLog } from './services/log/log.ts'
import { App } from './ui/app.tsx'
import { ErrorPage } from './ui/error/error-page.tsx'

const OpenPages = lazy(async () => ({ default: (await import('./composition/open-pages/open-pages.tsx')).OpenPages }))

const container = document.getElementById('root')
const splash = document.querySelector('body > .splash')
if (!container || !splash) throw new Error('no #root in index.html')

let root: Root | undefined

/** Replaces the current content of the container. */
const draw = (view: ReactNode) => {
  if (root === undefined) {
    container.replaceChildren(splash)
    globalThis.endFirstView?.()
    root = createRoot(container)
  }
  root.render(view)
}

const showError = (error: unknown) => draw(<ErrorPage error={error} />)

const start = async () => {
  const log = createConsoleLog()
  const outcome = await readPanelConfig(location.origin, log)
  const panel = createPanel(outcome, log)
  // The recording begins before the panel starts, so that it contains the boot (INS-1).
  if (outcome.kind === 'valid' && outcome.config.inspector)
    await import('./composition/inspector/panel-recording.ts').then(
      (code) => code.panelRecording(panel, Date.now),
      (error) => log.warn('Início não gravado.', error),
    )
  const app = <App panel={panel} {...{ SignedInPages, signedInAddresses, OpenPages }} />
  if (globalThis.endFirstView === undefined) draw(app)
  panel.subscribe({
    next(snapshot) {
      if (root !== undefined || snapshot.hasTag('loading')) return
      if (!snapshot.hasTag('signedOut')) return draw(app)
      // Hydrates the sign-in page that the build rendered.
      root = hydrateRoot(container, app)
      splash.remove()
      globalThis.endFirstView?.()
    },
    error: showError,
  })
  panel.start()
}

// The wall is a separate page without a session (INC-8).
const isWall = /^\/plantao\/?$/i.test(location.pathname)
const begun = isWall ? import('./composition/open-pages/wall-view.tsx').then(({ hangWall }) => hangWall(draw)) : start()
begun.catch(showError)
