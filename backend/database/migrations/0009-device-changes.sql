-- What became of each device, changes only (PAGE-5): contact lost and back, switched off and on, and restarts, which change nothing.
create table device_changes (
  id bigint generated always as identity primary key,
  word_code text not null references devices (word_code) on delete cascade,
  kind text not null check (kind in ('online', 'offline', 'unknown', 'inactive', 'activated', 'restarted')),
  at timestamptz not null
);
create index device_changes_newest on device_changes (word_code, at desc, id desc);
create index device_changes_age on device_changes (at);

-- How they are now; how they were before, nobody knows.
insert into device_changes (word_code, kind, at)
  select word_code, case when active then status else 'inactive' end, now() from devices;

-- When a server was there to see; outside of these times nobody knows how a device was.
create table server_runs (
  id bigint generated always as identity primary key,
  started_at timestamptz not null,
  seen_at timestamptz not null
);
