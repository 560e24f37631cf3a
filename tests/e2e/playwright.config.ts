import { defineConfig } from '@playwright/test'
import { findChromium, findHeadlessShell } from '../../scripts/find-chromium.js'
import { dropForeignVariables, testTimeZone, testVariables } from '../../scripts/test-environment.js'

// Workers inherit these variables and read this file again, so that the browsers are searched only once.
dropForeignVariables(process.env)
Object.assign(process.env, testVariables)
const chromium = await findChromium()
const shell = findHeadlessShell() ?? chromium
if (chromium !== undefined) process.env.CHROMIUM_PATH = chromium
if (shell !== undefined) process.env.CHROMIUM_SHELL_PATH = shell
const args = [
  '--no-sandbox',
  '--disable-gpu',
  // Saves a process per browser; the pages draw little.
  '--in-process-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
]
// No page lives long enough to repay the last JavaScript compiler; the compiler before it repays in the axe runs.
const withoutCompilers = [...args, '--js-flags=--no-opt']
const launchOptions = (executablePath: string | undefined, args: string[]) => ({
  launchOptions: { args, ...(executablePath !== undefined && { executablePath }) },
})

export default defineConfig({
  testDir: '.',
  globalSetup: './parts/before-all.ts',
  testMatch: '**/*.test.ts',
  outputDir: '../../test-results/e2e',
  reporter: [['list'], ['json', { outputFile: '../../test-results/e2e.json' }]],
  // Two workers for two cores; `npm test` uses one worker, because another step runs beside.
  workers: 2,
  // Each test should pass 20 times of 20 on a busy machine. Until this is proved, CI retries once and names the retried
  // tests.
  retries: process.env.CI === undefined ? 0 : 1,
  // No test needs these timeouts; they are for a busy computer.
  timeout: 240_000,
  expect: {
    timeout: 30_000,
    toHaveScreenshot: { threshold: 0.1, maxDiffPixelRatio: 0.001 },
  },
  // No platform in the path: all machines compare with the same pictures.
  snapshotPathTemplate: '{testDir}/pictures/{arg}{ext}',
  // Further cases, which a model or another test also covers, run only with `npm test -- e2e --all`.
  ...(process.env.TESTS !== 'all' && { grepInvert: /@all/ }),
  forbidOnly: process.env.CI !== undefined,
  use: {
    browserName: 'chromium',
    headless: true,
    locale: 'pt-BR',
    timezoneId: testTimeZone,
    // Animations are drawn again and again and cost a tenth of a run. Tests of animations switch them on.
    contextOptions: { reducedMotion: 'reduce' },
    // The routes of a test do not see the requests of a service worker: only tests of service workers allow one.
    serviceWorkers: 'block',
    // A trace costs a sixth of the whole run; use `--trace retain-on-failure` to get one.
    trace: 'off',
    screenshot: 'only-on-failure',
    actionTimeout: 30_000,
    navigationTimeout: 30_000,
  },
  // A headless shell is lighter, but does not support notifications.
  projects: [
    { name: 'panel', testIgnore: 'push/**', use: launchOptions(shell, withoutCompilers) },
    {
      name: 'push',
      testMatch: 'push/**/*.test.ts',
      use: { serviceWorkers: 'allow', ...launchOptions(chromium, withoutCompilers) },
    },
  ],
})
