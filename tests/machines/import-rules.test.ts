import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { importViolations } from './import-rules.ts'

test('every import of the project follows the architecture', () => {
  const paths = globSync('{src,backend,scripts,tests}/**/*.{ts,tsx,js}')
  expect(paths).toContain('src/main.tsx')
  expect(importViolations(Object.fromEntries(paths.map((path) => [path, readFileSync(path, 'utf8')])))).toEqual([])
})

describe('a file may', () => {
  test.each([
    ['src/main.tsx', `import { App } from './ui/app.tsx'`],
    ['src/composition/panel.ts', `import { login } from './services/auth-api.ts'`],
    ['src/composition/panel.ts', `import { sessionMachine } from './machines/session.machine.ts'`],
    ['src/machines/panel/panel.machine.ts', `import { sessionMachine } from './session.machine.ts'`],
    ['src/machines/devices/devices.machine.ts', `import { retryMachine } from './retry.machine.ts'`],
    ['src/machines/session/session.machine.ts', `import type { Session } from '../services/auth-api.ts'`],
    ['src/machines/session/session.machine.ts', `import { actorIds } from './actor-ids.ts'`],
    ['src/machines/session/session.machine.ts', `import { setup } from 'xstate'`],
    ['src/machines/panel/actor-ids.ts', `import type { SessionActor } from './session.machine.ts'`],
    ['src/ui/app.tsx', `import { sessionMachine } from '../machines/session.machine.ts'`],
    ['src/ui/pages/devices.tsx', `import type { CepAnswer } from '../../services/cep-api.ts'`],
    ['src/services/session/auth-api.ts', `import { post } from './http-client.ts'`],
    ['src/services/session/auth-api.ts', `// import { App } from '../ui/app.tsx'`],
    ['src/inspector/recording/masked.ts', `import { maskTokens } from '../services/mask-tokens.ts'`],
    ['src/ui/pages/inspector/chart.tsx', `import { activeStates } from '../../../inspector/chart-description.ts'`],
    ['src/machines/inspector/inspector.machine.ts', `import type { Recording } from '../inspector/recording.ts'`],
    ['scripts/chart-words/chart-words.ts', `import { movesOf } from '../../src/inspector/charts/chart-parts.ts'`],
    ['backend/main.ts', `import { listen } from './server.ts'`],
    ['backend/main.ts', `import { cepField } from '../contract/fields/cep.ts'`],
    ['src/machines/session/session.machine.ts', `import { cepField } from '../../contract/fields/cep.ts'`],
    ['contract/fields/condominium.ts', `import * as v from 'valibot'\nimport { cepField } from './cep.ts'`],
    ['tests/services/auth-api.test.ts', `import { listen } from '../../backend/server.ts'`],
  ])('in %s: %s', (path, source) => {
    expect(importViolations({ [path]: source })).toEqual([])
  })
})

describe('a file may not', () => {
  test.each([
    ['src/machines/session/session.machine.ts', `import { login } from '../services/auth-api.ts'`],
    ['src/machines/session/session.machine.ts', `import { type Session } from '../services/auth-api.ts'`],
    ['src/machines/session/session.machine.ts', `import {\n  login,\n  logout,\n} from '../services/auth-api'`],
    ['src/machines/session/session.machine.ts', `export * from '../services/auth-api.ts'`],
    ['src/machines/session/session.machine.ts', `type A = { a: 1 }\nexport { login } from '../services/auth-api.ts'`],
    ['src/machines/session/session.machine.ts', `export type A = { a: 1 }\nimport x from '../services/auth-api.ts'`],
    ['src/machines/session/session.machine.ts', `import '../services/auth-api.ts'`],
    ['src/machines/session/session.machine.ts', `const api = await import('../services/auth-api.ts')`],
    ['src/machines/session/session.machine.ts', `import * as api from '../services/auth-api.ts'`],
    ['src/machines/session/session.machine.ts', `import api, { login } from '../services/auth-api.ts'`],
    ['src/machines/session/session.machine.ts', `import { themeMachine } from './theme.machine.ts'`],
    ['src/machines/session/session.machine.ts', `import type { ThemeEvent } from './theme.machine'`],
    ['src/machines/session/session.machine.ts', `import type { Props } from '../ui/app.tsx'`],
    ['src/machines/session/session.machine.ts', `import { panel } from '../panel.ts'`],
    ['src/machines/devices/devices.machine.ts', `import { healthMachine } from './health.machine.ts'`],
    ['src/machines/panel/panel.machine.ts', `import { login } from '../services/auth-api.ts'`],
    ['src/machines/panel/actor-ids.ts', `import { login } from '../services/auth-api.ts'`],
    ['src/machines/panel/actor-ids.ts', `export { themeMachine } from './theme.machine.ts'`],
    ['src/services/session/auth-api.ts', `import type { SessionEvent } from '../machines/session.machine.ts'`],
    ['src/services/session/auth-api.ts', `import { actorIds } from '../machines/actor-ids.ts'`],
    ['src/services/session/auth-api.ts', `import { App } from '../ui/app.tsx'`],
    ['src/services/session/auth-api.ts', `import { panel } from '../panel.ts'`],
    ['src/inspector/recording/masked.ts', `import { App } from '../ui/app.tsx'`],
    ['src/inspector/recording/recorder.ts', `import type { SessionEvent } from '../machines/session.machine.ts'`],
    ['src/inspector/recording/recorder.ts', `import { eventWords } from '../../scripts/chart-words/event-words.ts'`],
    ['src/ui/pages/inspector/words.ts', `const words = await import('../../../../scripts/chart-words/chart-words.ts')`],
    [
      'src/machines/inspector/inspector.machine.ts',
      `import { describeChart } from '../inspector/chart-description.ts'`,
    ],
    ['src/ui/pages/devices.tsx', `import { login } from '../../services/auth-api.ts'`],
    ['src/ui/pages/devices.tsx', `const api = lazy(() => import('../../services/auth-api.ts'))`],
    ['src/ui/app.tsx', `import { panel } from '../panel.ts'`],
    ['src/composition/panel.ts', `import type { Row } from '../backend/database.ts'`],
    ['src/ui/app.tsx', `import { fixture } from '../../tests/machines/fixture.ts'`],
    ['contract/fields/cep.ts', `import type { CepApi } from '../../src/services/condominiums/cep-api.ts'`],
    ['contract/fields/cep.ts', `import { Refusal } from '../../backend/http/refusal.ts'`],
    ['contract/spreadsheet/zip-parts.ts', `import { inflateRaw } from 'node:zlib'`],
    ['contract/fields/cep.ts', `import { useState } from 'react'`],
    ['backend/main.ts', `import type { Session } from '../src/services/auth-api.ts'`],
    ['backend/main.ts', `import { fixture } from '../tests/machines/fixture.ts'`],
    ['contract/wire/answers/devices.ts', `import type { Account } from '../../backend/access/users.ts'`],
    ['contract/wire/answers/devices.ts', `import { wordCode } from '../../src/machines/device-rules.ts'`],
  ])('in %s: %s', (path, source) => {
    expect(importViolations({ [path]: source })).toHaveLength(1)
  })

  test.each([
    'src/services/index.ts',
    'src/ui/parts/index.tsx',
    'src/services/utils.ts',
    'src/helpers/date.ts',
    'backend/common.ts',
    'tests/misc.test.ts',
  ])('be named %s', (path) => {
    expect(importViolations({ [path]: '' })).toHaveLength(1)
  })
})
