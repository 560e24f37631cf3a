-- Which call made the device: a repeat of that call finds it made, instead of taken.
alter table devices add column created_key text;

create table idempotent_calls (
  user_id text not null,
  route text not null,
  key text not null,
  body_hash text not null,
  status integer,
  answer text,
  started_at timestamptz not null,
  primary key (user_id, route, key)
);
create index idempotent_calls_age on idempotent_calls (started_at);

-- The memory of the simulated devices, which like that of real ones outlives a restart of the backend.
create table simulated_acts (
  id bigint generated always as identity primary key,
  word_code text not null,
  op text not null,
  key text,
  at timestamptz not null
);
create unique index simulated_acts_once on simulated_acts (word_code, op, key) where key is not null;
create index simulated_acts_device on simulated_acts (word_code);
