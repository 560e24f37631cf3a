-- The kinds of events that a customer has named, by the code that the controllers send (EVT-1).
create table event_kinds (
  customers_id text not null references customers (id) on delete cascade,
  code text not null,
  name text not null,
  rank text not null check (rank in ('urgent', 'important', 'normal')),
  calls boolean not null,
  primary key (customers_id, code)
);

-- The catalogued kind when the event arrived: a later change of the catalogue does not change the incident.
alter table happenings add column alarm jsonb;
alter table happenings drop constraint happenings_kind_check;
alter table happenings add constraint happenings_kind_check
  check (kind in ('offline', 'online', 'unknown', 'inactive', 'gone', 'door-forced', 'gate-held-open', 'alarm'));
alter table incidents add column alarm jsonb;
