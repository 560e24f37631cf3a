-- Contacts (PROC-1): one list for each condominium, and one list of the customer for all condominiums (condominium_id null).
create table contact_lists (
  id bigint generated always as identity primary key,
  customers_id text not null references customers (id),
  condominium_id text references condominiums (id) on delete cascade,
  contacts jsonb not null,
  version integer not null,
  unique nulls not distinct (customers_id, condominium_id)
);
create index contact_lists_condominium on contact_lists (condominium_id);
-- The records of a condominium's contacts, whose personal values are erased with the condominium.
create index evidence_contacts on evidence (customers_id, condominium_id) where kind = 'contacts';

update users set permissions = array_append(permissions, 'procedures:write'), version = version + 1
  where 'condominium:write' = any (permissions) and not 'procedures:write' = any (permissions);
