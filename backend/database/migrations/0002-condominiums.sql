create table condominiums (
  id text primary key,
  customers_id text not null references customers (id) on delete cascade,
  name text not null,
  word_code text not null unique,
  cnpj text,
  cep text,
  street text,
  number text,
  complement text,
  district text,
  city text,
  state text,
  phone text,
  version integer not null default 1,
  last_event_at timestamptz,
  last_event_ip text
);
create index condominiums_customer on condominiums (customers_id, name);

create table user_condominiums (
  user_id text not null references users (id) on delete cascade,
  condominium_id text not null references condominiums (id) on delete cascade,
  primary key (user_id, condominium_id)
);

create table devices (
  word_code text primary key check (word_code ~ '^[A-Z0-9-]{3,32}$'),
  condominium_id text not null references condominiums (id),
  name text not null,
  model text not null,
  ip text not null,
  port integer not null,
  active boolean not null default true,
  status text not null default 'unknown' check (status in ('online', 'offline', 'unknown')),
  last_contact_at timestamptz,
  latency_ms integer
);
create index devices_condominium on devices (condominium_id, word_code);

create table events (
  id bigint generated always as identity primary key,
  condominium_id text not null references condominiums (id) on delete cascade,
  word_code text not null,
  ip text not null,
  kind text not null,
  description text not null,
  at timestamptz not null
);
create index events_newest on events (condominium_id, at desc, id desc);

create table notifications (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  title text not null,
  body text not null,
  data jsonb not null default '{}',
  is_read boolean not null default false,
  created_at timestamptz not null
);
create index notifications_newest on notifications (user_id, created_at desc);
