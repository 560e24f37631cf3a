import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { charts } from './scripts/charts/charts.ts'
import { dropForeignVariables, testVariables } from './scripts/test-environment.js'
import { askedAgain } from './scripts/vite/asked-again.ts'
import { bootstrapStylesheets } from './scripts/vite/bootstrap-stylesheets.ts'
import { browserOnly } from './scripts/vite/browser-only.ts'
import { classicScripts } from './scripts/vite/classic-scripts.ts'
import { codeAhead } from './scripts/vite/code-ahead.ts'
import { databaseImage } from './scripts/vite/database-image.ts'
import { failureDocumentPage } from './scripts/vite/failure-document.ts'
import { flowPlans } from './scripts/vite/flow-plans.ts'
import { inlinedRuntime } from './scripts/vite/inlined-runtime.ts'
import { licences } from './scripts/vite/licences.ts'
import { modulePattern } from './scripts/vite/module-pattern.ts'
import { precompressed } from './scripts/vite/precompressed.ts'
import { prerenderedSignIn } from './scripts/vite/prerendered-sign-in.ts'
import { routeModules } from './scripts/vite/route-modules.ts'
import { shellWorker } from './scripts/vite/shell-worker.ts'
import { undescribedCharts } from './scripts/vite/undescribed-charts.ts'
import { usedTransports } from './scripts/vite/used-transports.ts'
import { versionFile } from './scripts/vite/version-file.ts'

const backendUrl = process.env.GUARITA_BACKEND_URL ?? 'http://localhost:8081'

// The workers of Vitest inherit this process's variables.
if (process.env.VITEST !== undefined) dropForeignVariables(process.env)

export default defineConfig({
  html: { cspNonce: '__CSP_NONCE__' },
  plugins: [
    react(),
    undescribedCharts(),
    routeModules(),
    flowPlans(),
    usedTransports(),
    charts(),
    // Each plugin adds its elements before those of the previous one: the boot script must follow the stylesheet that it exchanges (THM-4).
    classicScripts(),
    bootstrapStylesheets(),
    askedAgain(),
    codeAhead(),
    inlinedRuntime(),
    browserOnly(),
    versionFile(),
    prerenderedSignIn(),
    licences(),
    failureDocumentPage(),
    shellWorker(),
    precompressed(),
    databaseImage(),
  ],
  resolve: {
    // React has this hook since version 18: the shim for older versions is not needed.
    alias: [
      {
        find: /^use-sync-external-store\/shim(?:\/index\.js)?(?=$|\/with-selector)/,
        replacement: 'use-sync-external-store',
      },
    ],
  },
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: false,
    rolldownOptions: {
      // valibot's functions have no side effects: a schema that no page uses is left out.
      treeshake: { manualPureFunctions: ['v'] },
      output: {
        // The sign-in page names the files of every page: short names of stylesheets, and digits of 4 bits instead of 6.
        hashCharacters: 'hex',
        assetFileNames: ({ names: [name = ''] }) =>
          `assets/${/-page\.css$/.test(name) ? '' : '[name]-'}[hash][extname]`,
        codeSplitting: {
          groups: [
            {
              name: 'panel',
              test: modulePattern('src/main.tsx'),
              includeDependenciesRecursively: true,
              priority: 3,
            },
            {
              name: 'signed-in',
              // The first page and the charts of all flows load with the sign-in; the page for an expired session must work without a network.
              test: modulePattern(
                'src/composition/charts/signed-in/',
                'src/composition/charts/page/shell.ts',
                'src/composition/charts/page/sources.ts',
                'src/composition/signed-in.tsx',
                'src/ui/dashboard/',
                'src/ui/session/expired-page.tsx',
              ),
              includeDependenciesRecursively: true,
              priority: 1,
            },
            {
              name: 'gate-words',
              // Texts that the wall view shares with the signed-in panel (INC-8), and the declarations of the flows: with a stored session,
              // the page of the address is fetched in parallel with the signed-in chunk.
              test: modulePattern(
                'src/composition/flows.ts',
                'src/ui/incidents/incident-texts.ts',
                'contract/incidents/incident-order.ts',
                'src/ui/event-feed/event-kinds.ts',
                'src/ui/dashboard/asked-situation.ts',
                'src/services/alerts/alert-sound.ts',
                'src/machines/parts/server-now.ts',
                'src/machines/parts/call-failure.ts',
                'contract/devices/deactivated-text.ts',
                'contract/wire/answers/incidents.ts',
                'contract/wire/answers/event-search.ts',
              ),
              includeDependenciesRecursively: true,
              priority: 2,
            },
            {
              name: 'landing',
              test: modulePattern('src/ui/landing/landing-page.tsx', 'src/composition/open-pages/licences-page.tsx'),
              includeDependenciesRecursively: true,
            },
            { name: 'toasts', test: modulePattern('src/ui/layout/toasts.tsx'), includeDependenciesRecursively: true },
            {
              name: 'invitation',
              test: modulePattern('src/composition/open-pages/invitation-page.tsx'),
              includeDependenciesRecursively: true,
            },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      '/rest': backendUrl,
      '/device-control': backendUrl,
      '/config.json': backendUrl,
      '/version.json': backendUrl,
      '/openapi.json': backendUrl,
      '/docs': backendUrl,
      '/socket.io': { target: backendUrl, ws: true },
    },
  },
  test: {
    passWithNoTests: false,
    env: testVariables,
    // In CI no test may depend on the order. Vitest prints the seed: `--sequence.shuffle --sequence.seed=N` repeats an order.
    sequence: { shuffle: process.env.CI !== undefined },
    // By default Vitest leaves one core free, which is half of two.
    maxWorkers: '100%',
    // Compiles modules and the database's WebAssembly once per worker: saves nearly half of the time.
    isolate: false,
    // Longer than any test needs: the computer may be busy.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['machines', 'ui', 'docs', 'inspector', 'scripts', 'shift'].map(
            (folder) => `tests/${folder}/**/*.test.ts`,
          ),
        },
      },
      { extends: true, test: { name: 'models', include: ['tests/models/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'services',
          include: ['contract', 'services', 'backend', 'deploy'].map((folder) => `tests/${folder}/**/*.test.ts`),
          // Large data is only for tests and trials: tested by `npm test -- services --all`.
          exclude: ['**/*.postgres.test.ts', ...(process.env.TESTS === 'all' ? [] : ['**/large-seed.test.ts'])],
        },
      },
      {
        extends: true,
        test: {
          name: 'services-postgres',
          // Behaviour that may differ from the embedded engine: concurrent claims, order, times, numbers, and one call of each route.
          include:
            process.env.TESTS === 'all'
              ? ['tests/backend/**/*.test.ts']
              : [
                  'tests/backend/**/*.postgres.test.ts',
                  'tests/backend/{audit,backup,bus,contract,events,idempotency,retention,walls}/*.test.ts',
                  'tests/backend/{clock/orders-by-sequence,evidence/route-records,http/lists,people/people,sessions/session}.test.ts',
                ],
          // Processes with a directory of their own, rules without a database, and the embedded engine itself.
          exclude: [
            'tests/backend/{backup/interrupted-restore,http/process,command-line/command-line,local-commands/local-commands,events/time-since,retention/kept-days,devices/{contact-shares,device-places},readiness/readiness,evidence/verify-evidence,people/existing-people,sessions/password-{choice,turns}}.test.ts',
            'tests/backend/database/!(*.postgres).test.ts',
          ],
          globalSetup: 'tests/backend/parts/postgres-engine.ts',
        },
      },
    ],
  },
})
