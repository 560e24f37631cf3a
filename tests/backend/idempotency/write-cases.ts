import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { expect } from 'vitest'
import { tables } from '../../../backend/database/tables.ts'
import type { Backend } from '../../../backend/server.ts'
import type { Idempotence, Route } from '../../../contract/wire/route.ts'
import { mountPoints, routes } from '../../../contract/wire/routes.ts'
import { goodRow, header, xlsxOf } from '../../contract/spreadsheet/spreadsheet-files.ts'
import { eventually } from '../../eventually.ts'
import { demoPassword } from '../../prepared-database.ts'
import { person, rightsTable } from '../access/rights-table.ts'
import { plantMachineToken } from '../machines/planted-machine.ts'
import { callerWith, type SignedIn, signIn } from '../parts/embedded-backend.ts'
import { challengeOf, offeredCode, plantSecondFactor, recoveryCode } from '../sessions/planted-second-factor.ts'

/** A write, which may be sent more than once, to any backend with the same data. */
export type Write = { key: string; method: string; path: string; token: string; body?: unknown; form?: () => FormData }

type World = { backend: Backend; admin: SignedIn }
type Made = Omit<Write, 'key' | 'method' | 'token'> & { token?: string }

export const writeRoutes: [name: string, idempotent: Idempotence, route: Route][] = Object.values(routes).flatMap(
  (topic) =>
    Object.values(topic).flatMap((route): [string, Idempotence, Route][] =>
      route.idempotent === undefined
        ? []
        : [[`${route.method} ${mountPoints[route.base]}${route.path}`, route.idempotent, route]],
    ),
)

let made = 0

/** Requests that succeed and change something, where the request of the table of rights does not. */
const ownCases: Record<string, (world: World) => Promise<Made>> = {
  'POST /rest/auth/password': async ({ backend, admin }) => {
    const { id, token } = await newPerson(backend, admin)
    return { path: '/rest/auth/password', token, body: { current: firstPassword, next: `${id} uma outra` } }
  },
  'POST /rest/auth/sign-in/code': async ({ backend, admin }) => {
    const { id, email } = await newPerson(backend, admin)
    await plantSecondFactor(backend.database, id)
    const challenge = await challengeOf(backend, email, firstPassword)
    return { path: '/rest/auth/sign-in/code', body: { challenge, code: recoveryCode } }
  },
  'POST /rest/auth/second-factor': async ({ backend, admin }) => {
    const { token } = await newPerson(backend, admin)
    return { path: '/rest/auth/second-factor', token }
  },
  'POST /rest/auth/second-factor/confirm': async ({ backend, admin }) => {
    const { token } = await newPerson(backend, admin)
    const code = await offeredCode(callerWith(backend, token))
    return { path: '/rest/auth/second-factor/confirm', token, body: { code } }
  },
  'POST /rest/auth/second-factor/remove': async ({ backend, admin }) => {
    const { id, token } = await newPerson(backend, admin)
    await plantSecondFactor(backend.database, id)
    return { path: '/rest/auth/second-factor/remove', token, body: { code: recoveryCode } }
  },
  'POST /rest/auth/sign-out': async ({ backend }) => ({
    path: '/rest/auth/sign-out',
    token: (await signIn(backend, 'operator')).token,
  }),
  'POST /rest/users/:id/enable': async ({ backend, admin }) => {
    const { id } = await newPerson(backend, admin)
    await admin.call(`/rest/users/${id}/disable`, { method: 'POST' })
    return { path: `/rest/users/${id}/enable` }
  },
  'PUT /rest/condominium/:id': async ({ admin }) => {
    const wordCode = `V-${randomUUID().slice(0, 8).toUpperCase()}`
    const answer = await admin.call('/rest/condominium', { method: 'POST', body: { name: 'Vila', wordCode } })
    return { path: `/rest/condominium/${(await answer.json()).id}`, body: { name: 'Vila Nova', wordCode } }
  },
  'PUT /rest/contacts': async ({ admin }) => {
    const bodyOf = (name: string) => ({ contacts: [{ role: 'police', name, phone: '190' }] })
    // The first write of the list adds its row, the next ones change the row.
    await admin.call('/rest/contacts', { method: 'PUT', body: bodyOf(randomUUID()) })
    return { path: '/rest/contacts', body: bodyOf(randomUUID()) }
  },
  // The first change adds a row, the next ones change the row.
  'PUT /rest/procedures': ({ admin }) => changedProcedures(admin, '/rest/procedures'),
  'PUT /rest/procedures/:condominiumId': ({ admin }) => changedProcedures(admin, '/rest/procedures/condominio-01'),
  'POST /rest/notifications/mark-all-read': async ({ backend }) => {
    await backend.database.execute('delete from notifications')
    await backend.database.execute(
      "insert into notifications (id, user_id, title, body, created_at) values ($1, 'user-admin', 'Aviso', '', now())",
      [randomUUID()],
    )
    return { path: '/rest/notifications/mark-all-read' }
  },
  'POST /rest/handovers': async ({ backend }) => {
    // The first proof from a network is noted; later ones are not.
    const { user } = await signIn(backend, 'auditor')
    // Only the first handover would move the incidents that another case has written down.
    await backend.database.execute('delete from incidents')
    return { path: '/rest/handovers', body: { email: user.email, password: demoPassword } }
  },
  'POST /rest/api/health/device/:wordCode/reset': async () => ({
    path: '/rest/api/health/device/AGUAVIVA-01/reset',
    body: { reason: 'troca da fonte' },
  }),
  'POST /rest/api/health/cleanup': async ({ backend }) => {
    await backend.database.execute(
      `update device_checks set failure_count = 1, last_failure_at = '2026-03-01T08:00:00Z', cause = 'silent'
       where word_code = 'AGUAVIVA-03'`,
    )
    return { path: '/rest/api/health/cleanup', body: { automatic: true } }
  },
  'POST /rest/import/:type/:condominiumId/:userId': async () => {
    made += 1
    const bytes = xlsxOf([header, goodRow(5_000 + made)])
    return {
      path: '/rest/import/device/condominio-01/user-admin',
      form() {
        const form = new FormData()
        form.append('file', new Blob([bytes]), 'dispositivos.xlsx')
        return form
      },
    }
  },
  'POST /rest/device-audit/:condominiumId/:userId': async ({ admin }) => {
    const path = '/rest/device-audit/condominio-01/user-admin'
    const bodyOf = (id: string) => ({
      records: [
        {
          id,
          sequence: 1,
          at: '2026-03-02T07:00:00.000Z',
          wordCode: 'AGUAVIVA-01',
          condominiumId: 'condominio-01',
          userId: 'user-admin',
          kind: 'reset',
          cause: 'manual',
          panelVersion: '1',
        },
      ],
    })
    // The first record of a day adds a row to the count of the day, the next ones change the row.
    await admin.call(path, { method: 'POST', body: bodyOf(randomUUID()) })
    return { path, body: bodyOf(randomUUID()) }
  },
  'POST /rest/device-events': async ({ backend }) => {
    const { token } = await plantMachineToken(backend)
    const event = { id: 'um', wordCode: 'ACUDE-01', at: '2026-03-02T07:59:00.000Z' }
    const events = [
      { ...event, kind: 'E130' },
      { ...event, id: 'dois', kind: 'intercom' },
    ]
    return { path: '/rest/device-events', token, body: { events } }
  },
  'PUT /rest/simulator/device/:wordCode': async ({ admin }) => ({
    path: `/rest/simulator/device/${await newDevice(admin)}`,
    body: { fault: 'refuse' },
  }),
  'POST /device-control/device/restart/:wordCode': async ({ admin }) => ({
    path: `/device-control/device/restart/${await newDevice(admin)}`,
  }),
  'POST /device-control/device/activate/:userId/:wordCode': async ({ admin }) => ({
    path: `/device-control/device/activate/user-admin/${await newDevice(admin)}`,
    body: { active: false },
  }),
  'POST /device-control/device/open/:userId/:wordCode': async ({ admin, backend }) => {
    const wordCode = await newDevice(admin, 'Portão')
    await backend.database.execute('update devices set can_open = true where word_code = $1', [wordCode])
    return { path: `/device-control/device/open/user-admin/${wordCode}`, body: { deadline: '2999-01-01T00:00:00Z' } }
  },
  'DELETE /device-control/device/:userId/:wordCode': async ({ admin }) => ({
    path: `/device-control/device/user-admin/${await newDevice(admin)}`,
  }),
}

async function changedProcedures(admin: SignedIn, path: string): Promise<Made> {
  const body = () => ({ own: [{ kind: 'reported', steps: [{ text: randomUUID(), role: null, isRequired: true }] }] })
  await admin.call(path, { method: 'PUT', body: body() })
  return { path, body: body() }
}

/** Makes a write of the route, on new objects. Throws if no case exists. */
export async function writeOf(name: string, world: World): Promise<Write> {
  const { admin, backend } = world
  const own = ownCases[name]
  const row = rightsTable[name]
  if (own === undefined && row === undefined)
    throw new Error(`add a case for '${name}' to ownCases in tests/backend/idempotency/write-cases.ts`)
  const request = await (own?.(world) ?? row?.request({ backend, caller: admin, userId: 'user-admin' }))
  if (request === undefined) throw new Error(`no request for ${name}`)
  return { token: admin.token, ...request, key: randomUUID(), method: name.slice(0, name.indexOf(' ')) }
}

/** Sends the write with its key. */
export async function send(
  at: { url: string },
  { key, method, path, token, body, form }: Write,
  signal?: AbortSignal,
): Promise<{ status: number; etag: string | null; text: string }> {
  const answer = await fetch(at.url + path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'idempotency-key': key,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(signal && { signal }),
    body: form?.() ?? (body === undefined ? null : JSON.stringify(body)),
  })
  return { status: answer.status, etag: answer.headers.get('etag'), text: await answer.text() }
}

/** Columns that change without a write (signs of life, results of checks), or only if the clock moves on. */
const volatile = [
  'last_seen_at',
  'last_used_at',
  'seen_at',
  'last_contact_at',
  'latency_ms',
  'last_at',
  'last_event_at',
  'last_event_ip',
]

const watched = Object.keys(tables).filter((table) => table !== 'idempotent_calls' && table !== 'instances')

/** Makes the database note every change of a row, except of the calls themselves. */
export async function watchRows({ database }: Backend): Promise<void> {
  await database.script(`create table row_changes (
      number bigint generated always as identity, "table" text, before jsonb, after jsonb);
    create function note_row_change() returns trigger language plpgsql as $$ begin
      insert into row_changes ("table", before, after) values (tg_table_name,
        to_jsonb(old) - '{${volatile.join(', ')}}'::text[], to_jsonb(new) - '{${volatile.join(', ')}}'::text[]);
      return null;
    end $$;
    ${watched
      .map(
        (table) => `create trigger note_row_change after insert or update or delete on ${table}
          for each row execute function note_row_change();`,
      )
      .join('\n')}`)
}

const changedRow = v.object({ table: v.string(), before: v.nullable(v.string()), after: v.nullable(v.string()) })

/**
 * Resolves to how many rows of each table came and went during `work`, and which kinds of records were added to the chains, once incidents
 * have followed all events. Needs `watchRows`.
 */
export async function effectOf(backend: Backend, work: () => Promise<unknown>): Promise<object> {
  await makeAllIncidents(backend)
  await backend.database.script('truncate row_changes')
  await work()
  await makeAllIncidents(backend)
  const changes = await backend.database.query(
    // The quota of a machine counts repetitions, too.
    `select "table", before::text, after::text from row_changes where before is distinct from after
       and coalesce(coalesce(after, before) ->> 'key', '') not like 'machine-events %' order by number`,
    [],
    changedRow,
  )
  const kinds: unknown[] = []
  const effect: Record<string, { came: number; went: number }> = {}
  for (const [table, ofTable] of Map.groupBy(changes, (change) => change.table)) {
    const [came, went] = [new Set<string>(), new Set<string>()]
    for (const { before, after } of ofTable) {
      if (before !== null && !came.delete(before)) went.add(before)
      if (after !== null && !went.delete(after)) came.add(after)
    }
    if (came.size + went.size > 0) effect[table] = { came: came.size, went: went.size }
    if (table === 'evidence') for (const row of came) kinds.push(JSON.parse(row).kind)
  }
  return { ...effect, kinds: kinds.toSorted() }
}

/** Repeats the work until no event is left, because another instance may hold the lock for incidents at this moment. */
function makeAllIncidents(backend: Backend): Promise<void> {
  return eventually(async () => {
    await backend.makeIncidents()
    expect(await backend.database.query('select id::text from happenings', [], v.object({ id: v.string() }))).toEqual(
      [],
    )
  })
}

const firstPassword = 'porta da frente 9'

async function newPerson(backend: Backend, admin: SignedIn): Promise<{ id: string; email: string; token: string }> {
  const email = `${randomUUID()}@guarita.demo`
  const invited = await admin.call('/rest/users', { method: 'POST', body: { ...person, email } })
  const { person: added, link } = await invited.json()
  const post = (path: string, body: object) =>
    fetch(backend.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  await post('/rest/invitations/accept', { token: link.token, password: firstPassword })
  const { token } = await (await post('/rest/auth/sign-in', { email, password: firstPassword })).json()
  return { id: added.id, email, token }
}

function deviceFields() {
  return { name: 'Leitor', model: 'CA-200', ip: '127.20.3.1', port: 21_000 + made, condominiumId: 'condominio-01' }
}

/** Creates a simulated device that answers. */
async function newDevice(admin: SignedIn, name = 'Leitor'): Promise<string> {
  made += 1
  const wordCode = `N-${randomUUID().slice(0, 8).toUpperCase()}`
  const path = `/device-control/device/condominio-01/user-admin/${wordCode}`
  const answer = await admin.call(path, { method: 'POST', body: { ...deviceFields(), name } })
  if (answer.status !== 201) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return wordCode
}
