import { lazy } from 'react'
import { createRoot } from 'react-dom/client'
import { createPanel } from './composition/panel.ts'
import { SignedInPages } from './composition/signed-in-code.ts'
import { readPanelConfig } from './services/config/panel-config.ts'
import { createConsoleLog } from './services/log/log.ts'
import { App } from './ui/app.tsx'
import { ErrorPage } from './ui/error/error-page.tsx'

const InvitationPage = lazy(async () => ({
  default: (await import('./composition/invitation-page.tsx')).InvitationPage,
}))

const LicencesPage = lazy(async () => ({ default: (await import('./composition/licences-page.tsx')).LicencesPage }))

const container = document.getElementById('root')
if (container === null) throw new Error('no #root in index.html')

const root = createRoot(container)
const showError = (error: unknown) => root.render(<ErrorPage error={error} />)
start().catch(showError)

async function start(): Promise<void> {
  const log = createConsoleLog()
  const panel = createPanel(await readPanelConfig(location.origin, log), log)
  panel.subscribe({ error: showError })
  panel.start()
  root.render(<App panel={panel} {...{ SignedInPages, InvitationPage, LicencesPage }} />)
}
