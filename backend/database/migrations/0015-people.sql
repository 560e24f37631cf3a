-- People who are invited have no password yet; who is disabled keeps his for when he is enabled again (ACC-2).
alter table users alter column password_hash drop not null;
alter table users add column created_at timestamptz not null default now();
alter table users add column disabled_at timestamptz;
alter table users add column last_seen_at timestamptz;
-- Raised by whatever an administrator says of the person.
alter table users add column version integer not null default 1;
create index users_customer on users (customers_id, name);

-- Who ran the customer until now also writes its users.
update users set permissions = array_append(permissions, 'users:write')
  where type = 'admin' and sees_all and not 'users:write' = any (permissions);

-- What ends leaves behind when it was last used.
create function sessions_ended() returns trigger language plpgsql as $$
begin
  update users set last_seen_at = greatest(users.last_seen_at, ended.at)
    from (select user_id, max(last_seen_at) as at from gone group by user_id) as ended
    where users.id = ended.user_id;
  return null;
end
$$;
create trigger sessions_end after delete on sessions referencing old table as gone
  for each statement execute function sessions_ended();

-- One for a person, the newest; any number to begin with, which are nobody's.
create table one_time_links (
  token_hash text primary key,
  kind text not null check (kind in ('first-administrator', 'join', 'new-password')),
  user_id text unique references users (id) on delete cascade,
  until timestamptz not null,
  check ((user_id is null) = (kind = 'first-administrator'))
);

create table person_acts (
  id bigint generated always as identity primary key,
  user_id text not null references users (id) on delete cascade,
  at timestamptz not null,
  act text not null,
  -- Null: at the server's own machine.
  by_id text references users (id) on delete set null,
  changes jsonb not null default '[]'
);
create index person_acts_newest on person_acts (user_id, id desc);
