-- When the server asks each device next, and what its last contacts came to; apart from the records, which change seldom.
create table device_checks (
  word_code text primary key references devices (word_code) on delete cascade,
  next_check_at timestamptz not null default 'epoch',
  -- It hung lately: it waits in a lane of its own.
  is_slow boolean not null default false,
  -- Of the last contact; of a device that was never asked when it came.
  checked_at timestamptz not null default now(),
  failure_count integer not null default 0,
  last_failure_at timestamptz,
  cause text
);
insert into device_checks (word_code) select word_code from devices;
create index device_checks_due on device_checks (is_slow, next_check_at);

create function begin_device_checks() returns trigger language plpgsql as $$
begin
  insert into device_checks (word_code) select word_code from created;
  return null;
end
$$;
create trigger devices_are_checked after insert on devices referencing new table as created
  for each statement execute function begin_device_checks();
