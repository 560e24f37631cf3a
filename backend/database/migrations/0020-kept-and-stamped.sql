-- What is older than records are kept goes from the beginning of a chain, which then begins after record `base_seq` with that one's hash.
alter table evidence_heads add column base_seq bigint not null default 0;
alter table evidence_heads add column base_hash text;

create or replace function refuse_evidence_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if to_jsonb(old) - 'personal' = to_jsonb(new) - 'personal' then return new; end if;
  elsif tg_op = 'DELETE' and current_setting('guarita.retention', true) = 'on' then
    return old;
  end if;
  raise exception 'evidence is append-only';
end
$$;

create or replace function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('guarita.retention', true) = 'on' then return old; end if;
  raise exception 'device_audit is append-only';
end
$$;

-- Addresses and browsers of sign-ins are kept for less long than their records.
create index evidence_access on evidence (at) where kind like 'session.%' and personal <> '[]';

-- What a time-stamp authority (RFC 3161) stated of heads: its answer (DER, base64).
create table evidence_stamps (
  customers_id text not null,
  seq bigint not null,
  hash text not null,
  at timestamptz not null,
  answer text not null,
  primary key (customers_id, seq)
);
