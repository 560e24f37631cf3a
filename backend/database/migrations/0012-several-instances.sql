-- What several servers on one database share beside their records (SCA-2).

-- Who does the work of a call now, and until when that counts if nothing more is heard of them.
alter table idempotent_calls add column claimed_by text;
alter table idempotent_calls add column claimed_until timestamptz;

-- Unlogged: written without waiting for the disk, empty after a crash; both are about the last minutes alone.
create unlogged table attempts (
  key text primary key,
  times timestamptz[] not null,
  was_refused boolean not null,
  counts_until timestamptz not null
);
create unlogged table instances (
  id text primary key,
  -- How many sockets are open, by the id of the customer.
  sockets jsonb not null,
  total_requests bigint not null,
  failed_requests bigint not null,
  response_ms double precision not null,
  seen_at timestamptz not null
);
