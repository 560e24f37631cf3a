-- Raised by each change of a field that a person edits, whoever makes it; switching the device on or off is no such change.
alter table devices add column version integer not null default 1;
create function device_edited() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end
$$;
create trigger devices_have_versions before update on devices for each row
  when (old.name <> new.name or old.model <> new.model or old.ip <> new.ip or old.port <> new.port
    or old.condominium_id <> new.condominium_id)
  execute function device_edited();
