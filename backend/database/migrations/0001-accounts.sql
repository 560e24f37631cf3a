create table customers (
  id text primary key,
  name text not null
);

create table users (
  id text primary key,
  customers_id text not null references customers (id) on delete cascade,
  email text not null unique check (email = lower(email)),
  name text not null,
  type text not null check (type in ('admin', 'operator', 'auditor')),
  permissions text[] not null,
  sees_all boolean not null,
  password_hash text not null
);

create table sessions (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  token_hash text not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  last_seen_at timestamptz not null,
  user_agent text not null,
  remember boolean not null
);
create index sessions_user on sessions (user_id);

create table seeds (
  name text primary key,
  planted_at timestamptz not null
);
