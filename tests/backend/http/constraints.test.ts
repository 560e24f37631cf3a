import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../../backend/database/database.ts'
import { openEmbeddedDatabase } from '../../../backend/database/embedded/embedded-database.ts'
import { constraintRefusals, violatedConstraint } from '../../../backend/http/constraint-refusals.ts'
import { asRefusal } from '../../../backend/http/error-answers.ts'
import { preparedImage } from '../../prepared-database.ts'

let database: Database
beforeAll(async () => {
  database = await openEmbeddedDatabase('memory', { image: await preparedImage('nothing') })
  await database.script(oneRowEach)
})
afterAll(() => database.close())

/** One row in every table that has none after the migrations. */
const oneRowEach = `
  insert into customers (id, name) values ('c1', 'C'), ('c2', 'D');
  insert into users (id, customers_id, email, name, type, permissions, sees_all)
    values ('u1', 'c1', 'a@b.c', 'A', 'admin', '{}', true), ('u2', 'c1', 'd@b.c', 'D', 'admin', '{}', true);
  insert into sessions (id, user_id, token_hash, created_at, expires_at, last_seen_at, user_agent, remember)
    values ('s1', 'u1', 't1', now(), now(), now(), '', true);
  insert into seeds (name, planted_at) values ('demo', now()) on conflict do nothing;
  insert into condominiums (id, customers_id, name, word_code) values ('k1', 'c1', 'K', 'K-1'), ('k2', 'c1', 'L', 'K-2');
  insert into contact_lists (customers_id, condominium_id, contacts, version) values ('c1', null, '[]', 1);
  insert into user_condominiums (user_id, condominium_id) values ('u1', 'k1');
  insert into devices (word_code, condominium_id, name, model, ip, port) values ('DEV-1', 'k1', '', '', '', 1);
  insert into device_changes (word_code, kind, at) values ('DEV-1', 'online', now());
  insert into device_commands (word_code, op, received_at, claimed_by, claimed_until) values ('DEV-1', 'restart', now(), '', now());
  insert into events (condominium_id, word_code, ip, kind, description, at) values ('k1', 'DEV-1', '', 'intercom', '', now());
  insert into notifications (id, user_id, title, body, created_at) values ('n1', 'u1', '', '', now());
  insert into idempotent_calls (user_id, route, key_hash, body_hash, started_at) values ('u1', 'r', 'k', 'b', now());
  insert into simulated_acts (word_code, op, key, at) values ('DEV-1', 'restart', 'k', now());
  insert into device_audit (id, user_id, customers_id, condominium_id, word_code, sequence, at, kind, cause, panel_version, received_at, seq)
    values ('00000000-0000-0000-0000-000000000001', 'u1', 'c1', 'k1', 'DEV-1', 1, now(), 'reset', 'manual', '1', now(), 1);
  insert into server_runs (started_at, seen_at) values (now(), now());
  insert into attempts (key, times, was_refused, counts_until) values ('a', '{}', false, now());
  insert into instances (id, sockets, total_requests, failed_requests, response_ms, seen_at) values ('i1', '{}', 0, 0, 0, now());
  insert into one_time_links (token_hash, kind, user_id, until) values ('l1', 'join', 'u1', now());
  insert into person_acts (user_id, at, act, by_id) values ('u1', now(), 'joined', 'u1');
  insert into second_factors (user_id, secret) values ('u1', '');
  insert into declared_days (user_id, day, records, bytes) values ('u1', now(), 1, 1);
  insert into sign_in_places (user_id, place, last_at) values ('u1', 'p', now());
  insert into evidence_heads (customers_id, seq, hash) values ('c1', 1, 'h') on conflict do nothing;
  insert into evidence (customers_id, seq, at, kind, record, hash) values ('c1', 2, now(), 'key', '{}', 'h');
  insert into evidence_key (private_key) values ('k') on conflict do nothing;
  insert into bus_key (installation, secret) values ('i', 's');
  insert into last_backup (has_failed) values (false);
  insert into evidence_anchors (customers_id, anchor, anchored_seq, anchored_hash, anchored_at) values ('c1', 'a', 1, 'h', now());
  insert into server_clock (trusted_at) values (now()) on conflict do nothing;
  insert into evidence_stamps (customers_id, seq, hash, at, answer) values ('c1', 1, 'h', now(), '');
  insert into happenings (word_code, kind, at) values ('DEV-1', 'online', now());
  insert into incidents (id, customers_id, kind, condominium_id, state, context, life, opened_at, version)
    values ('o1', 'c1', 'outage', 'k1', '{}', '{}', 'open', now(), 1);
  insert into incident_devices (incident_id, word_code, condominium_id, is_failing, cause, since)
    values ('o1', 'DEV-1', 'k1', true, 'silent', now());
  insert into incident_notes (incident_id, at, act) values ('o1', now(), 'comment');
  insert into procedures (customers_id, condominium_id, list) values ('c1', 'k1', '[]');
  insert into incident_procedures (incident_id, run, reopenings, state, context) values ('o1', 'r1', 0, 'over', '{}');
  insert into handovers (id, customers_id, from_id, to_id, at, since, note, last_note, open, over, taken)
    values ('h1', 'c1', 'u1', 'u2', now(), now(), '', 1, '[]', '[]', '[]');
  insert into machine_tokens (id, customers_id, name, token_hash, made_by_id, created_at) values ('m1', 'c1', '', 'tm', 'u1', now());
  insert into received_events (token_id, sender_id, at) values ('m1', 's', now());
  insert into event_kinds (customers_id, code, name, rank, calls) values ('c1', 'E130', '', 'normal', false);
  insert into wall_links (id, user_id, name, token_hash, created_at) values ('w1', 'u1', '', 'tw', now());`

/** Statements that violate a constraint; primary keys are violated by a second copy of a row, foreign keys by an unknown id. */
const violations: Readonly<Record<string, string>> = {
  bus_key_is_only_check: "insert into bus_key (is_only, installation, secret) values (false, 'i', 's')",
  condominiums_customers_id_word_code_key: "update condominiums set word_code = 'K-1' where id = 'k2'",
  contact_lists_customers_id_condominium_id_key:
    "insert into contact_lists (customers_id, contacts, version) values ('c1', '[]', 1)",
  device_audit_chain: `insert into device_audit (id, user_id, customers_id, condominium_id, word_code, sequence, at, kind, cause, panel_version, received_at, seq)
    select gen_random_uuid(), 'u2', customers_id, 'k1', 'DEV-1', 2, now(), 'reset', 'manual', '1', now(), seq from device_audit`,
  device_audit_user_id_id_key: `insert into device_audit (id, user_id, customers_id, condominium_id, word_code, sequence, at, kind, cause, panel_version, received_at, seq)
    select id, user_id, customers_id, 'k1', 'DEV-1', 2, now(), 'reset', 'manual', '1', now(), 99 from device_audit`,
  device_changes_kind_check: "update device_changes set kind = 'nada'",
  device_commands_state_check: "update device_commands set state = 'nada'",
  devices_status_check: "update devices set status = 'nada'",
  devices_word_code_check:
    "insert into devices (word_code, condominium_id, name, model, ip, port) values ('é', 'k1', '', '', '', 1)",
  event_kinds_rank_check: "update event_kinds set rank = 'nada'",
  machine_tokens_token_hash_key: `insert into machine_tokens (id, customers_id, name, token_hash, made_by_id, created_at)
    values ('m2', 'c1', '', 'tm', 'u1', now())`,
  server_clock_single_check: 'update server_clock set single = false',
  evidence_key_is_only_check: "insert into evidence_key (is_only, private_key) values (false, 'k')",
  happenings_kind_check: "update happenings set kind = 'nada'",
  last_backup_is_only_check: 'insert into last_backup (is_only, has_failed) values (false, false)',
  log_key_is_only_check: "insert into log_key (is_only, key) values (false, 'k')",
  one_time_links_check: "update one_time_links set kind = 'first-administrator'",
  one_time_links_kind_check: "update one_time_links set kind = 'nada'",
  one_time_links_user_id_key:
    "insert into one_time_links (token_hash, kind, user_id, until) values ('l2', 'join', 'u1', now())",
  procedures_owner_key: "insert into procedures (customers_id, condominium_id, list) values ('c1', 'k1', '[]')",
  sessions_token_hash_key: `insert into sessions (id, user_id, token_hash, created_at, expires_at, last_seen_at, user_agent, remember)
    values ('s2', 'u1', 't1', now(), now(), now(), '', true)`,
  simulated_acts_once: "insert into simulated_acts (word_code, op, key, at) values ('DEV-1', 'restart', 'k', now())",
  users_email_check: "update users set email = 'A@B.C' where id = 'u1'",
  users_email_key: "update users set email = 'a@b.c' where id = 'u2'",
  users_type_check: "update users set type = 'nada'",
  wall_links_token_hash_key:
    "insert into wall_links (id, user_id, name, token_hash, created_at) values ('w2', 'u1', '', 'tw', now())",
}

const constraint = v.object({
  name: v.string(),
  kind: v.string(),
  relation: v.string(),
  column: v.nullable(v.string()),
})

function constraintsOf(queryable: Database) {
  return queryable.query(
    `select conname as name, contype::text as kind, conrelid::regclass::text as relation,
       (select attname::text from pg_attribute where attrelid = conrelid and attnum = conkey[1]) as column
     from pg_constraint where connamespace = current_schema()::regnamespace and contype <> 'n'
     union all
     select relname, 'u', indrelid::regclass::text, null from pg_index join pg_class on pg_class.oid = indexrelid
     where indisunique and relnamespace = current_schema()::regnamespace
       and not exists (select from pg_constraint where conindid = indexrelid)
     order by 1`,
    [],
    constraint,
  )
}

function violationOf({ name, kind, relation, column }: v.InferOutput<typeof constraint>): string {
  if (kind === 'p') return `insert into ${relation} overriding system value select * from ${relation} limit 1`
  if (kind === 'f') return `update ${relation} set ${column} = 'nada'`
  return violations[name] ?? `no statement violates ${name}: add one to violations in this file`
}

describe('every constraint of the schema', () => {
  it('has an answer, and no answer is for another constraint', async () => {
    const names = (await constraintsOf(database)).map(({ name }) => name)
    expect(Object.keys(constraintRefusals).toSorted()).toEqual(names.toSorted())
  })

  it('is answered with 404, 409 or 422 and a sentence in Portuguese when it is violated', async () => {
    const answers = []
    for (const each of await constraintsOf(database)) {
      const error: unknown = await database
        .transaction(async (transaction) => {
          await transaction.execute(violationOf(each))
        })
        .catch((thrown: unknown) => thrown)
      const { status, message } = asRefusal(error)
      const isAnswered = [404, 409, 422].includes(status) && /^[A-ZÀ-Ú].* .*\.$/.test(message)
      answers.push([each.name, violatedConstraint(error), isAnswered])
    }
    expect(answers).toEqual(answers.map(([name]) => [name, name, true]))
  })
})
