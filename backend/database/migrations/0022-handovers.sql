-- Shifts that somebody gave to somebody else (INC-7), with how incidents stood then.
create table handovers (
  id text primary key,
  customers_id text not null references customers (id) on delete cascade,
  from_id text not null,
  to_id text not null,
  at timestamptz not null,
  since timestamptz not null,
  note text not null,
  open jsonb not null,
  over jsonb not null,
  taken jsonb not null
);
create index handovers_from on handovers (from_id, at desc);
create index handovers_to on handovers (to_id, at desc);
create index handovers_age on handovers (at);
