-- Without references to other tables: a record outlives the device, the condominium and the user it is about.
create table device_audit (
  row_number bigint generated always as identity primary key,
  id uuid not null,
  user_id text not null,
  customers_id text not null,
  condominium_id text not null,
  word_code text not null,
  sequence bigint not null,
  at timestamptz not null,
  kind text not null,
  from_state text,
  to_state text,
  cause text not null,
  reason text,
  failure_count integer,
  refused integer,
  last_error text,
  retry_at timestamptz,
  panel_version text not null,
  received_at timestamptz not null,
  -- Each user has ids of their own: nobody can take, or find out, an id of somebody else.
  unique (user_id, id)
);
create index device_audit_newest on device_audit (customers_id, at desc, row_number desc);
create index device_audit_device on device_audit (customers_id, word_code, at desc, row_number desc);
create index device_audit_condominium on device_audit (customers_id, condominium_id, at desc, row_number desc);

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'device_audit is append-only';
end
$$;
create trigger device_audit_rows_stay before update or delete on device_audit
  for each row execute function refuse_audit_change();
create trigger device_audit_stays before truncate on device_audit
  for each statement execute function refuse_audit_change();
