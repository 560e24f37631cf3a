import { deviceStateKinds } from '../../contract/wire/answers/devices/device-timeline.ts'
import { oldestEventMs } from '../../contract/wire/requests/device-events.ts'
import { startOf } from './sequence-of-period.ts'
import type { Table } from './table.ts'

const dayMs = 24 * 60 * 60_000
const stateKinds = deviceStateKinds.map((kind) => `'${kind}'`).join(', ')

const noPerson = { none: 'contains nothing about a person' } as const
const ofTheServer = { none: 'state of the server, not an act of a person' } as const

/** Every table of the database. A test compares the list with the tables that the migrations make. */
export const tables = {
  migrations: {
    personalData: noPerson,
    retention: { stays: 'names the version of the data' },
    evidence: ofTheServer,
  },
  seeds: {
    personalData: noPerson,
    retention: { stays: 'prevents a second planting of the demo data' },
    evidence: ofTheServer,
  },
  log_key: {
    personalData: noPerson,
    retention: { stays: 'makes the pseudonyms of the log the same on every instance' },
    evidence: ofTheServer,
  },
  bus_key: {
    personalData: noPerson,
    retention: { stays: 'signs the messages between the instances' },
    evidence: ofTheServer,
    leftOut: 'a restored backup is another installation, and must not mix its messages with the first',
  },
  instances: {
    personalData: noPerson,
    retention: { stays: 'other instances delete the row of an instance that has been silent for a minute' },
    evidence: ofTheServer,
    leftOut: 'describes running instances only',
  },
  last_backup: {
    personalData: noPerson,
    retention: { stays: 'one row: the result of the last backup' },
    evidence: ofTheServer,
    leftOut: 'describes the backups of this installation only',
  },
  server_clock: {
    personalData: noPerson,
    retention: { stays: 'one row: the newest time at which the clock was plausible' },
    evidence: ofTheServer,
  },
  attempts: {
    personalData: { none: 'hashes of networks and e-mails, for an hour at most' },
    retention: { keepMs: 0, old: 'counts_until <= $1' },
    evidence: ['session.refused', 'session.locked'],
  },
  idempotent_calls: {
    personalData: {
      sections: { chamadasComChave: 'select route, status, started_at from idempotent_calls where user_id = $1' },
      erasure: 'id stays',
    },
    retention: { keepMs: dayMs, old: 'started_at <= $1' },
    evidence: { none: 'the call itself is recorded' },
  },
  customers: {
    personalData: noPerson,
    retention: { stays: 'owns all other data' },
    evidence: { none: 'a customer is created with its first person, who is recorded' },
  },
  users: {
    personalData: {
      sections: {
        pessoa: `select id, email, name, type, permissions, sees_all, created_at, disabled_at from users where id = $1`,
      },
      erasure: { sql: 'delete from users where id = $1' },
    },
    retention: { stays: 'until the person is erased' },
    evidence: ['person', 'erased'],
  },
  user_condominiums: {
    personalData: {
      sections: { condominios: 'select condominium_id from user_condominiums where user_id = $1' },
      erasure: 'row goes',
    },
    retention: { goesWith: 'users' },
    evidence: ['person'],
  },
  sessions: {
    personalData: {
      sections: {
        sessoes:
          'select created_at, last_seen_at, connected_at, proved_at, expires_at, user_agent, remember from sessions where user_id = $1',
      },
      erasure: 'row goes',
    },
    retention: { stays: 'until it ends: an expired session is deleted with its record (`endExpiredSessions`)' },
    evidence: ['session.begun', 'session.ended'],
    leftOut: 'a restored backup must not sign in a person who was signed out',
  },
  sign_in_places: {
    personalData: {
      sections: { redesConhecidas: 'select place, last_at from sign_in_places where user_id = $1' },
      erasure: 'row goes',
    },
    retention: { keepMs: 90 * dayMs, old: 'last_at <= $1' },
    evidence: { none: 'the sign-in itself is recorded' },
  },
  second_factors: {
    personalData: {
      sections: {
        segundaEtapa:
          'select confirmed_at, cardinality(recovery_hashes) as recovery_codes from second_factors where user_id = $1',
      },
      erasure: 'row goes',
    },
    retention: { goesWith: 'users' },
    evidence: ['person'],
  },
  one_time_links: {
    personalData: {
      sections: {
        links: 'select kind, until from one_time_links where user_id = $1',
        linksFeitos: 'select kind, until, user_id from one_time_links where made_by_id = $1',
      },
      erasure: 'row goes',
    },
    retention: { keepMs: 0, old: 'until <= $1' },
    evidence: ['person'],
    leftOut: 'a restored backup must not open a link that was used',
  },
  notifications: {
    personalData: {
      sections: { notificacoes: 'select title, body, created_at from notifications where user_id = $1' },
      erasure: 'row goes',
    },
    retention: { keep: 'notifications', old: 'created_at < $1' },
    evidence: { none: 'a read notification proves nothing about a gate' },
  },
  person_acts: {
    personalData: {
      sections: {
        historico: 'select at, act, changes from person_acts where user_id = $1 order by id',
        feitoPelaPessoa: 'select at, act, user_id from person_acts where by_id = $1 order by id',
      },
      erasure: 'row goes',
    },
    retention: { goesWith: 'users' },
    evidence: ['person'],
  },
  wall_links: {
    personalData: {
      sections: { telasDePlantao: 'select name, created_at, last_seen_at from wall_links where user_id = $1' },
      erasure: 'row goes',
    },
    retention: { goesWith: 'users' },
    evidence: ['wall'],
  },
  machine_tokens: {
    personalData: {
      sections: { acessosDeMaquinas: 'select name, created_at from machine_tokens where made_by_id = $1' },
      erasure: 'id stays',
    },
    retention: { stays: 'until a person ends it' },
    evidence: ['machine-token'],
  },
  received_events: {
    personalData: noPerson,
    // The ids must be kept longer than the age at which the server refuses an event.
    retention: { keepMs: oldestEventMs + dayMs, old: 'at <= $1' },
    evidence: { none: 'ids of events that a machine sent' },
  },
  event_kinds: {
    personalData: noPerson,
    retention: { stays: 'until a person removes it' },
    evidence: ['event-kind'],
  },
  condominiums: {
    personalData: noPerson,
    retention: { stays: 'until a person deletes it' },
    evidence: ['condominium.created', 'condominium.changed', 'condominium.deleted'],
  },
  contact_lists: {
    personalData: { none: 'names people without an account; docs/evidence.md describes how their data is removed' },
    retention: { stays: 'until a person changes the list, or deletes the condominium' },
    evidence: ['contacts'],
  },
  devices: {
    personalData: noPerson,
    retention: { stays: 'until a person deletes it' },
    evidence: ['device.created', 'device.changed', 'device.deleted', 'device.imported'],
  },
  device_commands: {
    personalData: noPerson,
    // Longer than a device remembers the keys of commands.
    retention: { keepMs: 30 * dayMs, old: "state not in ('open', 'unknown') and received_at <= $1" },
    evidence: ['command.received', 'command.answered', 'command.unknown', 'command.checked'],
  },
  device_changes: {
    personalData: {
      sections: {
        dispositivosMudados: 'select at, kind, word_code from device_changes where by_id = $1 order by id',
      },
      erasure: 'id stays',
    },
    // The last change of each device before `$1` is kept: it is the device's state at the start of the kept period.
    retention: {
      keep: 'changes',
      old: `at < $1 and (kind not in (${stateKinds}) or exists (
        select 1 from device_changes as later
        where later.word_code = device_changes.word_code and later.kind in (${stateKinds})
          and (later.seq, later.id) > (device_changes.seq, device_changes.id) and later.at < $1))`,
    },
    evidence: ['contact.lost', 'contact.back'],
  },
  device_checks: {
    personalData: noPerson,
    retention: { goesWith: 'devices' },
    evidence: ['device.reset'],
  },
  server_runs: {
    personalData: noPerson,
    retention: { keep: 'changes', old: 'seen_at < $1' },
    evidence: ofTheServer,
  },
  simulated_acts: {
    personalData: noPerson,
    retention: { keepMs: 7 * dayMs, old: 'at <= $1' },
    evidence: { none: 'simulated devices are only for tests' },
  },
  events: {
    personalData: noPerson,
    // The day is for the index.
    retention: { keep: 'events', old: `${startOf('day', 'at')} <= ${startOf('day', '$1::timestamptz')} and at < $1` },
    evidence: { none: 'reported by the device, not by a person' },
  },
  happenings: {
    personalData: noPerson,
    retention: { stays: 'deleted in the transaction that creates the incidents' },
    evidence: { none: 'the resulting incident is recorded' },
  },
  incidents: {
    personalData: { none: 'names people by id; `incident_notes` contains their acts' },
    retention: { keep: 'changes', old: "life in ('closed', 'merged') and opened_at < $1" },
    evidence: ['incident'],
  },
  incident_devices: {
    personalData: noPerson,
    retention: { goesWith: 'incidents' },
    evidence: ['incident'],
  },
  incident_notes: {
    personalData: {
      sections: {
        ocorrencias: 'select at, act, text, incident_id from incident_notes where by_id = $1 or to_id = $1 order by id',
      },
      erasure: 'id stays',
    },
    retention: { goesWith: 'incidents' },
    evidence: ['incident'],
  },
  procedures: {
    personalData: noPerson,
    retention: { stays: 'until the customer or the condominium is deleted' },
    evidence: ['procedures.changed'],
  },
  incident_procedures: {
    personalData: { none: 'names people by id; `incident_notes` contains their acts' },
    retention: { goesWith: 'incidents' },
    evidence: ['incident'],
  },
  handovers: {
    personalData: {
      sections: {
        turnos: 'select at, from_id, to_id, note from handovers where from_id = $1 or to_id = $1 order by seq',
      },
      erasure: 'id stays',
    },
    retention: { keep: 'changes', old: 'at < $1' },
    evidence: ['handover'],
  },
  device_audit: {
    personalData: {
      sections: {
        declaradoPeloPainel: `select at, received_at, word_code, condominium_id, kind, cause, command, outcome, reason
          from device_audit where user_id = $1 order by row_number`,
      },
      erasure: 'id stays',
    },
    retention: { cutWith: 'chain' },
    evidence: { none: 'its rows are records of the chain' },
  },
  declared_days: {
    personalData: {
      sections: { declaradoPorDia: 'select day, records, bytes from declared_days where user_id = $1 order by day' },
      erasure: 'row goes',
    },
    retention: { keepMs: 2 * dayMs, old: 'day <= $1' },
    evidence: { none: 'the declared records are records of the chain' },
  },
  evidence: {
    personalData: {
      sections: {
        registros: `select customers_id, seq, at, kind, word_code, condominium_id,
            (select jsonb_agg(kept ->> 'value') from jsonb_array_elements(personal) as kept where kept ->> 'of' = $1) as dados
          from evidence
          where record::jsonb @> jsonb_build_object('actor', jsonb_build_object('person', $1::text))
            or record::jsonb @> jsonb_build_object('subject', jsonb_build_object('person', $1::text))
            or personal @> jsonb_build_array(jsonb_build_object('of', $1::text))
          order by customers_id, seq`,
      },
      // The chain still verifies: the record has a salted hash of each value.
      erasure: {
        sql: `update evidence set personal = coalesce((
            select jsonb_agg(kept) from jsonb_array_elements(personal) as kept where kept ->> 'of' is distinct from $1), '[]')
          where personal @> jsonb_build_array(jsonb_build_object('of', $1::text))`,
      },
    },
    retention: { cutWith: 'chain' },
    blanked: {
      keep: 'access',
      // The record has the time that counts: the column is only indexed.
      sql: `update evidence set personal = '[]' where kind like 'session.%' and personal <> '[]' and at < $1
        and record::jsonb ->> 'kind' = kind and (record::jsonb ->> 'at')::timestamptz < $1`,
    },
    evidence: ['chained', 'retention'],
  },
  evidence_heads: {
    personalData: noPerson,
    retention: { stays: 'one row for each customer: where the chain begins and ends' },
    evidence: ['key'],
  },
  evidence_anchors: {
    personalData: noPerson,
    retention: { stays: 'one row for each chain and anchor' },
    evidence: ofTheServer,
  },
  evidence_key: {
    personalData: noPerson,
    retention: { stays: 'signs the chain' },
    evidence: ['key'],
    leftOut: 'the key must be stored apart from the records that it signs',
  },
  evidence_stamps: {
    personalData: noPerson,
    retention: { cutWith: 'chain' },
    evidence: { none: 'statement of a third party about the chain' },
  },
} as const satisfies Readonly<Record<string, Table>>

export type TableName = keyof typeof tables

/** Kinds of records declared by tables. */
export type TableRecordKind = Extract<(typeof tables)[TableName]['evidence'], readonly string[]>[number]

export const tableNames = Object.keys(tables).filter((name): name is TableName => Object.hasOwn(tables, name))

/** Tables whose rows are not in a backup. */
export const leftOut: ReadonlySet<string> = new Set(tableNames.filter((name) => 'leftOut' in tables[name]))
