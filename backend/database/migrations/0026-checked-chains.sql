-- A chain begins with its customer, so that a missing chain is never taken for a new one.
create function begin_chain() returns trigger language plpgsql as $$
begin
  insert into evidence_heads (customers_id, seq, hash) values (new.id, 0, evidence_first(new.id)) on conflict do nothing;
  return null;
end
$$;
create trigger customers_begin_chain after insert on customers for each row execute function begin_chain();
insert into evidence_heads (customers_id, seq, hash)
  select id, 0, evidence_first(id) from (select id from customers union select '') as expected on conflict do nothing;

-- Set if the server had to begin a chain whose stored end was missing.
alter table evidence_heads add column remade_at timestamptz;

-- The last head of each chain that each anchor has taken; `anchor` is the SHA-256 of its address.
create table evidence_anchors (
  customers_id text not null,
  anchor text not null,
  anchored_seq bigint not null,
  anchored_hash text not null,
  anchored_at timestamptz not null,
  primary key (customers_id, anchor)
);

-- `is_exact`: no stored time has a part below the milliseconds that the record has.
create or replace view evidence_chained as
  select customers_id, seq, at, kind, word_code, condominium_id, hash, array[record] as parts, personal,
    call_key, null::bigint as row_number, date_trunc('milliseconds', at) = at as is_exact
  from evidence
  union all
  select customers_id, seq, received_at, 'declared', word_code, condominium_id, hash, declared_parts(device_audit, seq), '[]',
    call_key, row_number, (received_at, at, coalesce(retry_at, at)) = (date_trunc('milliseconds', received_at),
      date_trunc('milliseconds', at), date_trunc('milliseconds', coalesce(retry_at, at)))
  from device_audit where seq is not null;
