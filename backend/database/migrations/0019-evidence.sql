-- The chain of each customer (EVI-3, docs/evidence.md): what the server writes of what it saw and did lies in `evidence`, what a panel
-- declares in `device_audit`; both share one row of numbers and hashes. Without references: a record outlives what it is about.
create table evidence_heads (
  customers_id text primary key,
  -- Of the newest record; 0 and the customer's first `prev` where there is none.
  seq bigint not null,
  hash text not null,
  -- The newest head that was signed.
  signed_seq bigint,
  signed_hash text,
  signed_at timestamptz,
  signature text,
  -- SHA-256 of the public key with which it was.
  signed_by text
) with (fillfactor = 50);

create table evidence (
  customers_id text not null,
  seq bigint not null,
  at timestamptz not null,
  kind text not null,
  word_code text,
  condominium_id text,
  -- The `Idempotency-Key` of the call that it is about.
  call_key text,
  -- Canonical JSON (RFC 8785), as it was hashed.
  record text not null,
  hash text not null,
  -- What stands in the record as a salted hash: [{hash, salt, value, of}], `of` being the person whose it is. All of it that may ever change.
  personal jsonb not null default '[]',
  primary key (customers_id, seq)
);
create index evidence_time on evidence (customers_id, at, seq);
create index evidence_call on evidence (customers_id, call_key) where call_key is not null;

-- Where the key of the server lies beside no data directory: with a PostgreSQL, unless one is given from outside.
create table evidence_key (
  is_only boolean primary key default true check (is_only),
  private_key text not null
);

create function refuse_evidence_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if to_jsonb(old) - 'personal' = to_jsonb(new) - 'personal' then return new; end if;
  end if;
  raise exception 'evidence is append-only';
end
$$;
create trigger evidence_rows_stay before update or delete on evidence
  for each row execute function refuse_evidence_change();
create trigger evidence_stays before truncate on evidence
  for each statement execute function refuse_evidence_change();

alter table device_audit add column seq bigint;
alter table device_audit add column hash text;
alter table device_audit add column call_key text;
-- Whether the customer had such a device when the record came; null of records from before.
alter table device_audit add column is_known boolean;
-- Of a move: which opening in a row it is of, the time in the state before, the time that each attempt took, and since the move before
-- how many calls were slow and how many results did not count.
alter table device_audit add column opening integer;
alter table device_audit add column held_ms bigint;
alter table device_audit add column durations integer[];
alter table device_audit add column slow integer;
alter table device_audit add column ignored integer;

create function evidence_time(at timestamptz) returns text language sql stable as $$
  select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;

-- The canonical JSON of what a panel declared, as record `number`, in two parts: the hash of the record before it stands between them.
create function declared_parts(told device_audit, number bigint) returns text[] language sql stable as $$
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

create function evidence_first(customers_id text) returns text language sql immutable as $$
  select encode(sha256(convert_to('guarita ' || customers_id, 'UTF8')), 'hex')
$$;

-- Hash of each record after another: `first` is the hash before the first of them.
create function evidence_step(before text, first text, parts text[]) returns text language sql immutable as $$
  select encode(sha256(convert_to(
    coalesce(before, first) || parts[1] || coalesce(before, first) || parts[2], 'UTF8')), 'hex')
$$;
create aggregate evidence_chain(text, text[]) (sfunc = evidence_step, stype = text);

-- What stood before is chained in the order in which it came; an index less to write at each row.
alter table device_audit disable trigger device_audit_rows_stay;
drop index device_audit_newest;
drop index device_audit_device;
drop index device_audit_condominium;
update device_audit set seq = chained.seq, hash = chained.hash
from (
  select row_number, seq, evidence_chain(evidence_first(customers_id), parts)
    over (partition by customers_id order by seq rows unbounded preceding) as hash
  from (
    select row_number, customers_id, seq, declared_parts(told, seq) as parts
    from (
      select told, told.row_number, told.customers_id,
        row_number() over (partition by told.customers_id order by told.row_number) as seq
      from device_audit as told) as numbered) as told) as chained
where device_audit.row_number = chained.row_number;
create index device_audit_newest on device_audit (customers_id, at desc, row_number desc);
create index device_audit_device on device_audit (customers_id, word_code, at desc, row_number desc);
create index device_audit_condominium on device_audit (customers_id, condominium_id, at desc, row_number desc);
create unique index device_audit_chain on device_audit (customers_id, seq);
alter table device_audit enable trigger device_audit_rows_stay;

insert into evidence_heads (customers_id, seq, hash)
  select customers_id, seq, hash from device_audit
  where (customers_id, seq) in (select customers_id, max(seq) from device_audit group by customers_id);

-- The first record of the server's own says that those before it were chained now, not when they came.
insert into evidence (customers_id, seq, at, kind, record, hash)
  select customers_id, seq + 1, at, 'chained', record, encode(sha256(convert_to(hash || record, 'UTF8')), 'hex')
  from (
    select customers_id, seq, hash, at,
      concat('{"actor":{"server":true},"at":"', evidence_time(at), '","data":{"upTo":', seq, '},"kind":"chained","prev":"', hash,
        '","seq":', seq + 1, ',"subject":{}}') as record
    from evidence_heads, date_trunc('milliseconds', now()) as at) as said;
update evidence_heads set (seq, hash) = (
  select evidence.seq, evidence.hash from evidence where evidence.customers_id = evidence_heads.customers_id);

-- Every record of the chain: its hash, and its canonical JSON in two parts where the hash of the record before it stands between them.
create view evidence_chained as
  select customers_id, seq, at, kind, word_code, condominium_id, hash, array[record] as parts, personal from evidence
  union all
  select customers_id, seq, received_at, 'declared', word_code, condominium_id, hash, declared_parts(device_audit, seq), '[]'
  from device_audit where seq is not null;
