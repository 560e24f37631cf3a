import { chromium } from '@playwright/test'
import { startBackendProcess } from '../e2e/parts/backend-process.ts'
import { signIn } from '../e2e/parts/panel-test.ts'
import { measureBursts } from './browser/activity-burst.ts'
import { measureDeviceList } from './browser/device-list.ts'
import { measureDeviceLoading } from './browser/device-loading.ts'
import { measureFirstLoad } from './browser/first-load.ts'
import { measureFirstVisits } from './browser/first-visits.ts'
import { measureInspector } from './browser/inspector-page.ts'
import { measureInteractions } from './browser/interactions.ts'
import { measureRecording } from './browser/recording.ts'
import { measureSearch } from './browser/search-keystroke.ts'
import { measureThemeChange } from './browser/theme-change.ts'
import { measureWarmStart } from './browser/warm-start.ts'
import { measureDeviceCalls } from './device-calls.ts'
import { type Figure, printFigures } from './figure.ts'
import { startCoreUi } from './peers/coreui.ts'
import { besideUs } from './peers/peer-site.ts'
import { startReactAdmin } from './peers/react-admin.ts'
import { measureIncidents } from './server/incidents.ts'

const executablePath = process.env.CHROMIUM_PATH

printFigures(await measureDeviceCalls())
printFigures(await measureRecording())
printFigures(await measureIncidents())

const coreUi = await besideUs('CoreUI', startCoreUi)
const reactAdmin = await besideUs('react-admin', startReactAdmin)
const backend = await startBackendProcess({}, ['--seed', 'large'])
const browser = await chromium.launch({
  ...(executablePath === undefined ? {} : { executablePath }),
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
})
try {
  const newContext = () => browser.newContext({ locale: 'pt-BR', viewport: { width: 1366, height: 768 } })
  const figures: Figure[] = []
  const page = await (await newContext()).newPage()
  await signIn(page, backend.url)
  figures.push(...(await measureSearch(page)))
  figures.push(...(await measureBursts(page, backend.url)))
  figures.push(...(await measureDeviceList(await browser.newContext({ locale: 'pt-BR' }), backend.url)))
  figures.push(...(await measureDeviceLoading(browser, backend.url)))
  figures.push(...(await measureInspector(browser)))
  const demo = await startBackendProcess()
  try {
    figures.push(...(await measureFirstLoad(newContext, demo.url, coreUi?.signInUrl)))
    figures.push(...(await measureFirstVisits(newContext, demo.url, reactAdmin)))
    figures.push(...(await measureInteractions(await browser.newContext({ locale: 'pt-BR' }), demo.url)))
    figures.push(...(await measureThemeChange(await browser.newContext({ locale: 'pt-BR' }), demo.url)))
    figures.push(...(await measureWarmStart(await browser.newContext({ locale: 'pt-BR' }), demo)))
  } finally {
    await demo.dispose()
  }
  printFigures(figures)
} finally {
  await browser.close()
  await coreUi?.dispose()
  await reactAdmin?.dispose()
  await backend.dispose()
}
