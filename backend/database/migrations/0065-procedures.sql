-- Procedures that a condominium has of its own, or (condominium_id null) that the customer has for all condominiums (PROC-1).
create table procedures (
  customers_id text not null references customers (id) on delete cascade,
  condominium_id text references condominiums (id) on delete cascade,
  list jsonb not null,
  version int not null default 1,
  constraint procedures_owner_key unique nulls not distinct (customers_id, condominium_id)
);
-- Work through a procedure during an incident, with the steps as they were when it began (PROC-2).
create table incident_procedures (
  incident_id text primary key references incidents (id) on delete cascade,
  run text not null,
  -- How often the incident had reopened when the run began.
  reopenings int not null,
  state text not null,
  context jsonb not null
);
alter table incident_notes add column step text not null default '';
