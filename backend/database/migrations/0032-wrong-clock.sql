-- The newest time at which a server of this database had a plausible clock. Retention compares its clock with it.
create table server_clock (
  single boolean primary key default true check (single),
  trusted_at timestamptz not null
);
insert into server_clock (trusted_at) select seen_at from server_runs order by id desc limit 1;

-- The order of handovers and notifications: a time is no order, because a clock may be wrong.
alter table handovers add column seq bigint;
update handovers set seq = numbered.seq
  from (select id, row_number() over (order by at, id) as seq from handovers) as numbered where numbered.id = handovers.id;
alter table handovers alter column seq set not null, alter column seq add generated always as identity;
select setval(pg_get_serial_sequence('handovers', 'seq'), coalesce(max(seq), 0) + 1, false) from handovers;
-- The newest note of incidents at the handover: an incident with a later end ended after the handover.
alter table handovers add column last_note bigint;
update handovers set last_note = coalesce((select max(id) from incident_notes where incident_notes.at <= handovers.at), 0);
alter table handovers alter column last_note set not null;
drop index handovers_from, handovers_to;
create index handovers_from on handovers (from_id, seq desc);
create index handovers_to on handovers (to_id, seq desc);

alter table notifications add column seq bigint;
update notifications set seq = numbered.seq
  from (select id, row_number() over (order by created_at, id desc) as seq from notifications) as numbered
  where numbered.id = notifications.id;
alter table notifications alter column seq set not null, alter column seq add generated always as identity;
select setval(pg_get_serial_sequence('notifications', 'seq'), coalesce(max(seq), 0) + 1, false) from notifications;
drop index notifications_newest;
create index notifications_newest on notifications (user_id, seq desc);
