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
import { measureWorklist } from './browser/worklist.ts'
import { measureDeviceCalls } from './device-calls.ts'
import { type Metric, printMetrics } from './metric.ts'
import { startCoreUi } from './peers/coreui.ts'
import { besideUs } from './peers/peer-site.ts'
import { startReactAdmin } from './peers/react-admin.ts'
import { measureIncidents } from './server/incidents.ts'

const executablePath = process.env.CHROMIUM_PATH

printMetrics(await measureDeviceCalls())
printMetrics(await measureRecording())
printMetrics(await measureIncidents())

const coreUi = await besideUs('CoreUI', startCoreUi)
const reactAdmin = await besideUs('react-admin', startReactAdmin)
const backend = await startBackendProcess({}, ['--seed', 'large'])
const browser = await chromium.launch({
  ...(executablePath === undefined ? {} : { executablePath }),
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
})
try {
  const newContext = () => browser.newContext({ locale: 'pt-BR', viewport: { width: 1366, height: 768 } })
  const metrics: Metric[] = []
  const page = await (await newContext()).newPage()
  await signIn(page, backend.url)
  metrics.push(...(await measureSearch(page)))
  metrics.push(...(await measureBursts(page, backend.url)))
  metrics.push(...(await measureDeviceList(await browser.newContext({ locale: 'pt-BR' }), backend.url)))
  metrics.push(...(await measureDeviceLoading(browser, backend.url)))
  metrics.push(...(await measureInspector(browser)))
  const demo = await startBackendProcess()
  try {
    metrics.push(...(await measureFirstLoad(newContext, demo.url, coreUi?.signInUrl)))
    metrics.push(...(await measureFirstVisits(newContext, demo.url, reactAdmin)))
    metrics.push(...(await measureInteractions(await browser.newContext({ locale: 'pt-BR' }), demo.url)))
    metrics.push(...(await measureThemeChange(await browser.newContext({ locale: 'pt-BR' }), demo.url)))
    metrics.push(...(await measureWorklist(await newContext(), demo.url)))
    metrics.push(...(await measureWarmStart(await browser.newContext({ locale: 'pt-BR' }), demo)))
  } finally {
    await demo.dispose()
  }
  printMetrics(metrics)
} finally {
  await browser.close()
  await coreUi?.dispose()
  await reactAdmin?.dispose()
  await backend.dispose()
}
