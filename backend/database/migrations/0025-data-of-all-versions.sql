-- The first versions open data of any newer version. Without this row they apply their first migration again, fail because its tables
-- exist, and change nothing. Later versions refuse the name of this file. `appliedMigrations` adds the name of the deleted row.
delete from migrations where name = '0001-accounts.sql';

-- Three early versions applied 0019 and 0020 before their last changes: this adds what their data lacks.
alter table device_audit add column if not exists opening integer;
alter table device_audit add column if not exists held_ms bigint;
alter table device_audit add column if not exists durations integer[];
alter table device_audit add column if not exists slow integer;
alter table device_audit add column if not exists ignored integer;

create or replace function declared_parts(told device_audit, number bigint) returns text[] language sql stable as $$
  select array[
    concat('{"actor":{"person":', to_json(told.user_id), '},"at":"', evidence_time(told.received_at),
      '","data":{"cause":', to_json(told.cause), ',"command":' || to_json(told.command)::text,
      ',"durations":' || to_json(told.durations)::text, ',"failureCount":' || told.failure_count,
      ',"from":' || to_json(told.from_state)::text, ',"heldMs":' || told.held_ms,
      ',"id":"', told.id, '"', ',"ignored":' || told.ignored, ',"key":' || to_json(told.call_key)::text, ',"kind":', to_json(told.kind),
      ',"known":' || told.is_known::text, ',"lastError":' || to_json(told.last_error)::text,
      ',"opening":' || told.opening, ',"outcome":' || to_json(told.outcome)::text, ',"panelVersion":', to_json(told.panel_version),
      ',"reason":' || to_json(told.reason)::text, ',"refused":' || told.refused,
      ',"retryAt":"' || evidence_time(told.retry_at) || '"', ',"said":"', evidence_time(told.at),
      '","sequence":"', told.sequence, '"', ',"slow":' || told.slow, ',"to":' || to_json(told.to_state)::text, '},"kind":"declared","prev":"'),
    concat('","seq":', number, ',"subject":{"condominium":', to_json(told.condominium_id), ',"device":',
      to_json(told.word_code), '}}')]
$$;

create table if not exists evidence_stamps (
  customers_id text not null,
  seq bigint not null,
  hash text not null,
  at timestamptz not null,
  answer text not null,
  primary key (customers_id, seq)
);
