-- Tokens with which machines send events, by their hash; `condominium_ids` is null for all condominiums (CALL-4).
create table machine_tokens (
  id text primary key,
  customers_id text not null references customers (id) on delete cascade,
  name text not null,
  token_hash text not null unique,
  condominium_ids text[],
  made_by_id text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index machine_tokens_customer on machine_tokens (customers_id);

-- The ids of events that senders chose: an event that is sent twice is stored once.
create table received_events (
  token_id text not null references machine_tokens (id) on delete cascade,
  sender_id text not null,
  at timestamptz not null,
  primary key (token_id, sender_id)
);
create index received_events_age on received_events (at);
