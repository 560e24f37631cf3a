import { randomUUID } from 'node:crypto'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import type { BackendOptions } from '../../../backend/backend-options.ts'
import { type Backend, startBackend } from '../../../backend/server.ts'
import type { UserRecord } from '../../../contract/wire/answers/session.ts'
import {
  cheapCost,
  cheapenPasswords,
  demoPassword,
  type Filling,
  preparedDataDir,
  preparedImage,
} from '../../prepared-database.ts'
import { postgresCopy } from './postgres-copy.ts'

const emails = {
  admin: 'admin@guarita.demo',
  operator: 'operador@guarita.demo',
  auditor: 'auditor@guarita.demo',
  outsider: 'admin@litoral.demo',
} as const

export type Who = keyof typeof emails

export type SignedIn = {
  token: string
  expiration: string
  expiresIn: number
  user: UserRecord
  /** Calls fetch with the bearer token; `body` is sent as JSON. */
  call(path: string, init?: { method?: string; body?: unknown; headers?: Record<string, string> }): Promise<Response>
}

/**
 * Starts the real backend on a free port, with demo data and without simulated gate events: in memory, or in a database
 * of its own on the project's PostgreSQL.
 */
export async function startTestBackend(overrides: Partial<BackendOptions> = {}): Promise<Backend> {
  const { dataDir, now, seed = 'demo' } = overrides
  const demoTime = now?.()
  // Demo data depend on the clock. Only fixed times are whole minutes and repeat, so only their archives are reused.
  const isPrepared = demoTime === undefined || (isEmbedded() && dataDir === undefined && demoTime % 60_000 === 0)
  const filling = isPrepared && seed === 'demo' ? 'demo' : 'nothing'
  const backend = await startBackend({
    port: 0,
    dataDir: 'memory',
    passwordCost: cheapCost,
    // Tests leave calls to hanging devices behind.
    drainMs: 0,
    seed,
    ...(await preparedPlace(filling, dataDir, demoTime)),
    ...overrides,
  })
  if (seed === 'demo' && filling === 'nothing') await cheapenPasswords(backend.database)
  return backend
}

/** An archive for a database in memory, or a copy on the project's PostgreSQL. */
async function preparedPlace(
  filling: Filling,
  dataDir: string | undefined,
  demoTime: number | undefined,
): Promise<Partial<BackendOptions>> {
  const postgresUrl = inject('postgresUrl')
  if (postgresUrl !== undefined)
    return { databaseUrl: await postgresCopy(postgresUrl, filling, dataDir ?? randomUUID()) }
  return dataDir === undefined ? { databaseImage: await preparedImage(filling, demoTime) } : {}
}

function isEmbedded(): boolean {
  return inject('postgresUrl') === undefined
}

/**
 * Makes a directory with demo data, for backends one after the other. The caller removes it.
 * On PostgreSQL the directory only names the database.
 */
export function demoDataDir(): Promise<string> {
  return isEmbedded() ? preparedDataDir('demo') : mkdtemp(join(tmpdir(), 'guarita-data-'))
}

/** `admin` (with `qa`), `operator` (8 of the 12 condominiums), `auditor`, or `outsider`: an admin of another customer. */
export async function signIn(backend: { url: string }, who: Who): Promise<SignedIn> {
  const response = await fetch(`${backend.url}/rest/auth/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: emails[who], password: demoPassword, remember: true }),
  })
  if (!response.ok) throw new Error(`sign-in of ${who} answered ${response.status}: ${await response.text()}`)
  const answer = (await response.json()) as Omit<SignedIn, 'call'>
  return { ...answer, ...callerWith(backend, answer.token) }
}

/** Signs in each demo person. */
export async function signInAll(backend: { url: string }): Promise<Record<Who, SignedIn>> {
  return {
    admin: await signIn(backend, 'admin'),
    operator: await signIn(backend, 'operator'),
    auditor: await signIn(backend, 'auditor'),
    outsider: await signIn(backend, 'outsider'),
  }
}

/** Returns a function that makes calls with the token of a session. */
export function callerWith(backend: { url: string }, token: string): Pick<SignedIn, 'call'> {
  return {
    call: (path, { method = 'GET', body, headers = {} } = {}) =>
      fetch(backend.url + path, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
  }
}
