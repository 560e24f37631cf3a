-- The newest time at which a server of this database had a plausible clock. Retention compares its clock with it.
create table server_clock (
  single boolean primary key default true check (single),
  trusted_at timestamptz not null
);
insert into server_clock (trusted_at) select seen_at from server_runs order by id desc limit 1;
