-- Raised by whatever changes the lists of a customer's condominiums and devices; when a device was last asked is no change.
alter table customers add column revision bigint not null default 0;
create index condominiums_last_event on condominiums (customers_id, last_event_at);

create function condominiums_touched() returns trigger language plpgsql as $$
begin
  update customers set revision = revision + 1 where id in (select customers_id from touched);
  return null;
end
$$;
create trigger condominiums_come after insert on condominiums referencing new table as touched
  for each statement execute function condominiums_touched();
create trigger condominiums_go after delete on condominiums referencing old table as touched
  for each statement execute function condominiums_touched();

create function condominium_changed() returns trigger language plpgsql as $$
begin
  update customers set revision = revision + 1 where id in (old.customers_id, new.customers_id);
  return null;
end
$$;
create trigger condominiums_change after update on condominiums for each row
  when (to_jsonb(old) - 'last_event_at' - 'last_event_ip' is distinct from to_jsonb(new) - 'last_event_at' - 'last_event_ip')
  execute function condominium_changed();

create function devices_touched() returns trigger language plpgsql as $$
begin
  update customers set revision = revision + 1 where id in (
    select customers_id from condominiums where id in (select condominium_id from touched));
  return null;
end
$$;
create trigger devices_come after insert on devices referencing new table as touched
  for each statement execute function devices_touched();
create trigger devices_go after delete on devices referencing old table as touched
  for each statement execute function devices_touched();

create function device_changed() returns trigger language plpgsql as $$
begin
  update customers set revision = revision + 1 where id in (
    select customers_id from condominiums where id in (old.condominium_id, new.condominium_id));
  return null;
end
$$;
create trigger devices_change after update on devices for each row
  when (old.status <> new.status or old.active <> new.active or old.condominium_id <> new.condominium_id
    or old.name <> new.name or old.model <> new.model or old.ip <> new.ip or old.port <> new.port)
  execute function device_changed();

create function assignments_touched() returns trigger language plpgsql as $$
begin
  update customers set revision = revision + 1 where id in (
    select customers_id from users where id in (select user_id from touched));
  return null;
end
$$;
create trigger assignments_come after insert on user_condominiums referencing new table as touched
  for each statement execute function assignments_touched();
create trigger assignments_go after delete on user_condominiums referencing old table as touched
  for each statement execute function assignments_touched();
