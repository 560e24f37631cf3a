import { globSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { expect, test } from 'vitest'
import type { TableRecordKind } from '../../../backend/database/tables.ts'

/** The records that a statement leaves in the chain if it ends something (EVI-1), or why it leaves none. */
type Trace = readonly TableRecordKind[] | { none: string }

const noEnd = { none: 'changes a value, ends nothing' } as const
const seen = { none: 'stores when it was last seen' } as const
const attempts = { none: 'counts attempts; a lock is recorded when it begins' } as const
const chain = { none: 'keeps the ends of the chains themselves' } as const
const calls = { none: 'the call itself is recorded' } as const
const turn = { none: 'turns of commands; the command itself is recorded' } as const
const instance = { none: 'state of the server, not an act of a person' } as const

/** Every statement of the server that deletes, replaces or updates rows. */
const traces: Readonly<Record<string, Readonly<Record<string, readonly Trace[]>>>> = {
  'backend/access/attempt-limit.ts': {
    'on conflict (key) do update': [attempts],
    'delete from attempts': [attempts, attempts],
    'update attempts': [attempts],
  },
  'backend/access/sign-in-limits.ts': { 'on conflict (user_id, place) do update': [noEnd] },
  // The caller ends the person's sessions in the same transaction.
  'backend/access/users.ts': { 'update users': [['person', 'session.ended']] },
  'backend/audit/audit-records.ts': { 'update evidence_heads': [chain] },
  'backend/audit/declared-quota.ts': { 'on conflict (user_id, day) do update': [noEnd] },
  'backend/backup/note-backup.ts': { 'on conflict (is_only) do update': [instance] },
  'backend/condominiums/condominium-records.ts': {
    'update condominiums': [['condominium.changed']],
    'delete from condominiums': [['condominium.deleted', 'incident']],
  },
  'backend/contacts/contact-lists.ts': {
    'on conflict (customers_id, condominium_id) do update': [noEnd],
    'update contact_lists': [['contacts']],
    'update evidence': [['condominium.deleted']],
  },
  'backend/database/old-rows.ts': {
    'delete from ${table}': [
      { none: 'the retention that the table declares; a table with a record of its end has none' },
    ],
  },
  'backend/database/tables.ts': {
    'delete from users': [['erased', 'session.ended', 'wall']],
    'update evidence': [['erased'], { none: 'addresses of old sign-ins; their hashes stay in the records' }],
  },
  'backend/database/trusted-clock.ts': { 'on conflict (single) do update': [noEnd, noEnd] },
  'backend/devices/contact-records.ts': {
    'update devices': [['contact.lost', 'contact.back']],
    'update device_checks': [noEnd],
  },
  'backend/devices/device-command-queue.ts': {
    'update device_commands': [turn, turn, ['command.unknown', 'command.answered'], ['command.answered'], turn],
  },
  'backend/devices/unanswered-commands.ts': { 'update device_commands': [turn, ['command.checked']] },
  'backend/devices/devices.ts': {
    'update devices': [['device.changed'], ['command.answered'], noEnd],
    'delete from devices': [['device.deleted']],
  },
  'backend/devices/networks-command.ts': {
    'update customers': [{ none: 'configuration by the operator, as a variable is; the security log has the command' }],
  },
  'backend/events/event-kinds.ts': {
    'on conflict (customers_id, code) do update': [['event-kind']],
    'delete from event_kinds': [['event-kind']],
  },
  'backend/events/events.ts': { 'update condominiums': [noEnd] },
  'backend/evidence/anchors.ts': { 'on conflict (customers_id, anchor) do update': [chain] },
  'backend/evidence/append.ts': { 'update evidence_heads': [chain] },
  'backend/evidence/chain-cut.ts': {
    'delete from ${table}': [['retention']],
    'update evidence_heads': [['retention']],
  },
  'backend/evidence/heads.ts': { 'update evidence_heads': [chain] },
  // A device at another address has none of its failures: the record of the change has both addresses.
  'backend/health/device-health.ts': { 'update device_checks': [['device.reset', 'device.changed'], ['device.reset']] },
  'backend/health/due-checks.ts': { 'update device_checks': [noEnd] },
  'backend/health/server-runs.ts': { 'update server_runs': [instance] },
  'backend/health/shared-counts.ts': {
    'on conflict (id) do update': [instance],
    'delete from instances': [instance, instance],
  },
  'backend/idempotency/idempotent-calls.ts': {
    'update idempotent_calls': [calls, calls, calls],
    'delete from idempotent_calls': [calls],
    'on conflict (user_id, route, key_hash) do update': [calls],
  },
  'backend/incidents/incident-store.ts': {
    'on conflict (id) do update': [['incident']],
    'on conflict (incident_id, word_code) do update': [['incident']],
    'update incidents': [noEnd],
  },
  'backend/incidents/outbox-events.ts': { 'delete from happenings': [['incident']] },
  'backend/incidents/service-failure.ts': { 'update incident_devices': [['incident'], ['incident']] },
  'backend/machines/machine-tokens.ts': {
    'delete from machine_tokens': [['machine-token']],
    'update machine_tokens': [seen],
  },
  'backend/machines/token-end-warnings.ts': {
    'update machine_tokens': [{ none: 'notes that people were warned; the token does not change' }],
  },
  'backend/notifications/notifications.ts': {
    'update notifications': [noEnd, noEnd],
    'delete from notifications': [
      { none: 'a person removes their own notification; it proves nothing about a gate' },
      { none: 'more than the list keeps' },
    ],
  },
  'backend/people/one-time-links.ts': {
    'on conflict (user_id) do update': [['person']],
    'delete from one_time_links': [['person'], ['person']],
  },
  'backend/people/user-command.ts': {
    'update customers': [{ none: 'configuration by the operator, as a variable is; the security log has the command' }],
  },
  'backend/people/person-changes.ts': {
    'update users': [['person'], ['person', 'session.ended', 'wall'], ['person']],
    'delete from user_condominiums': [['person']],
    // The statement deletes people with an unaccepted invitation, who have no session.
    'delete from users': [['person']],
  },
  'backend/procedures/procedure-runs.ts': { 'on conflict (incident_id) do update': [['incident']] },
  'backend/procedures/procedures.ts': {
    'on conflict (customers_id, condominium_id) do update': [['procedures.changed']],
  },
  'backend/seed/demo.ts': { 'update condominiums': [noEnd] },
  'backend/seed/plant.ts': { 'truncate happenings': [{ none: 'demo data happened to nobody' }] },
  'backend/sessions/expired-sessions.ts': { 'delete from sessions': [['session.ended']] },
  'backend/sessions/presence.ts': { 'update sessions': [seen] },
  'backend/sessions/second-factors.ts': {
    'delete from second_factors': [['person']],
    // An offered secret has no effect; the routes record a confirmed secret and each sign-in with a code.
    'on conflict (user_id) do update': [noEnd],
    'update second_factors': [['person', 'session.ended'], noEnd, ['person']],
  },
  'backend/sessions/sessions.ts': {
    'update sessions': [seen, noEnd, noEnd],
    'delete from sessions': [['session.ended'], ['session.ended']],
  },
  'backend/simulator/device-network.ts': { 'update devices': [noEnd] },
  'backend/walls/wall-links.ts': {
    'delete from wall_links': [['wall'], ['wall']],
    'update wall_links': [seen],
  },
}

const ending =
  /\b(?:delete from|truncate|update) +(?!of\b|set\b|skip\b)(?:\$\{\w+\}|\w+)|on conflict *\([^)]*\) *do update/gi

function statementsOf(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isTemplateExpression(node))
      found.push(...[...node.getText().matchAll(ending)].map(([statement]) => statement))
    else ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

test('every statement that deletes, replaces or updates rows names its records, or why it leaves none (EVI-1)', () => {
  const found = globSync('backend/**/*.ts').flatMap((file) =>
    statementsOf(file).map((statement) => ({ file, statement })),
  )
  const named = Object.entries(traces).flatMap(([file, statements]) =>
    Object.entries(statements).flatMap(([statement, each]) => each.map(() => `${file}: ${statement}`)),
  )
  expect(
    found.map(({ file, statement }) => `${file}: ${statement}`).toSorted(),
    'name the records of a new statement in the list of this test; if it ends something, write a record',
  ).toEqual(named.toSorted())
})

test('every record that such a statement names is written by the server', () => {
  const wanted = new Set(
    Object.values(traces).flatMap((statements) =>
      Object.values(statements)
        .flat()
        .flatMap((trace) => ('none' in trace ? [] : [...trace])),
    ),
  )
  const source = globSync('backend/**/*.ts')
    .filter((file) => !file.endsWith('database/tables.ts'))
    .map((file) => readFileSync(file, 'utf8'))
    .join()
  expect([...wanted].filter((kind) => !source.includes(`'${kind}'`))).toEqual([])
})
