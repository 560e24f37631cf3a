-- The person and the call of a change (STATE-3); the panel's record of this call contains the reason. Null if the server does not know.
alter table device_changes add column by_id text;
alter table device_changes add column call_key text;
-- The devices that were deactivated at the time of the handover.
alter table handovers add column inactive jsonb not null default '[]';
