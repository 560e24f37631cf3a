-- What has happened to devices and at gates, for the incidents to be made of; taken away in the transaction that does so (INC).
create table happenings (
  id bigint generated always as identity primary key,
  word_code text not null,
  kind text not null check (kind in ('offline', 'online', 'unknown', 'inactive', 'gone', 'door-forced', 'gate-held-open')),
  at timestamptz not null
);

create function note_device_changes() returns trigger language plpgsql as $$
begin
  insert into happenings (word_code, kind, at)
    select word_code, kind, at from noted where kind in ('offline', 'online', 'unknown', 'inactive') order by id;
  return null;
end
$$;
create trigger device_changes_happen after insert on device_changes referencing new table as noted
  for each statement execute function note_device_changes();

create function note_gone_devices() returns trigger language plpgsql as $$
begin
  insert into happenings (word_code, kind, at) select word_code, 'gone', now() from removed;
  return null;
end
$$;
create trigger devices_go_from_incidents after delete on devices referencing old table as removed
  for each statement execute function note_gone_devices();

-- It took the connection at the last check that failed: it is there, and stays silent.
alter table device_checks add column was_reached boolean not null default false;

create table incidents (
  id text primary key,
  customers_id text not null references customers (id) on delete cascade,
  kind text not null,
  -- Null of most condominiums at once.
  condominium_id text references condominiums (id) on delete cascade,
  -- The statechart's own: where it stands, and what it remembers.
  state jsonb not null,
  context jsonb not null,
  life text not null,
  opened_at timestamptz not null,
  due_at timestamptz,
  version integer not null,
  -- What its devices come to.
  scope text not null default 'device',
  cause text not null default 'unknown',
  word_code text not null default '',
  ip text not null default '',
  device_count integer not null default 1,
  condominium_count integer not null default 1
);
create index incidents_standing on incidents (customers_id, opened_at desc) where life not in ('closed', 'merged');
create index incidents_past on incidents (customers_id, opened_at desc, id desc) where life = 'closed';
create index incidents_condominium on incidents (condominium_id, opened_at desc);
create index incidents_due on incidents (due_at) where due_at is not null;
create index incidents_age on incidents (opened_at) where life in ('closed', 'merged');

create table incident_devices (
  incident_id text not null references incidents (id) on delete cascade,
  word_code text not null,
  condominium_id text not null,
  is_failing boolean not null,
  cause text not null,
  -- When its contact was lost, or came back.
  since timestamptz not null,
  primary key (incident_id, word_code)
);
create index incident_devices_device on incident_devices (word_code);

create table incident_notes (
  id bigint generated always as identity primary key,
  incident_id text not null references incidents (id) on delete cascade,
  at timestamptz not null,
  act text not null,
  by_id text,
  to_id text,
  text text not null default '',
  until timestamptz
);
create index incident_notes_story on incident_notes (incident_id, id);

-- What is without contact now.
insert into happenings (word_code, kind, at)
  select word_code, 'offline', coalesce((select max(at) from device_changes
    where device_changes.word_code = devices.word_code and kind = 'offline'), now())
  from devices where active and status = 'offline' order by 3, 1;
