import { defineConfig } from '@playwright/test'
import { findChromium, findHeadlessShell } from '../../scripts/find-chromium.js'
import { dropForeignVariables, testTimeZone, testVariables } from '../../scripts/test-environment.js'

// The workers inherit this process's variables, and read this file again: the browsers are looked for once.
dropForeignVariables(process.env)
Object.assign(process.env, testVariables)
const chromium = await findChromium()
const shell = findHeadlessShell() ?? chromium
if (chromium !== undefined) process.env.CHROMIUM_PATH = chromium
if (shell !== undefined) process.env.CHROMIUM_SHELL_PATH = shell
const args = [
  '--no-sandbox',
  '--disable-gpu',
  // A process less for each browser, which draws little.
  '--in-process-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
]
// No page lives long enough for what the last compiler costs; the one before it repays with axe.
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
  // For two cores; `npm test` uses one worker, beside another step.
  workers: 2,
  // On a busy machine each should pass 20 times of 20; until that is shown, CI asks once more, and names whoever needed it.
  retries: process.env.CI === undefined ? 0 : 1,
  // Nothing here waits so long, nor below: it is for a computer that is busy with something else.
  timeout: 240_000,
  expect: {
    timeout: 30_000,
    toHaveScreenshot: { threshold: 0.1, maxDiffPixelRatio: 0.001 },
  },
  // Without the platform's name: every machine compares with the same pictures.
  snapshotPathTemplate: '{testDir}/pictures/{arg}{ext}',
  // Cases beyond the first of what a model or another test holds too wait for `npm test -- e2e --all`.
  ...(process.env.TESTS !== 'all' && { grepInvert: /@all/ }),
  forbidOnly: process.env.CI !== undefined,
  use: {
    browserName: 'chromium',
    headless: true,
    locale: 'pt-BR',
    timezoneId: testTimeZone,
    // What moves is drawn again and again: a tenth of a run. Tests of what moves ask for it.
    contextOptions: { reducedMotion: 'reduce' },
    // What a worker asks for, no test could answer in its place: only tests of it have one.
    serviceWorkers: 'block',
    // A trace costs a sixth of the whole run: `--trace retain-on-failure` has one made.
    trace: 'off',
    screenshot: 'only-on-failure',
    actionTimeout: 30_000,
    navigationTimeout: 30_000,
  },
  // A headless shell is lighter, but knows no notifications.
  projects: [
    { name: 'panel', testIgnore: 'push/**', use: launchOptions(shell, withoutCompilers) },
    {
      name: 'push',
      testMatch: 'push/**/*.test.ts',
      use: { serviceWorkers: 'allow', ...launchOptions(chromium, withoutCompilers) },
    },
  ],
})
