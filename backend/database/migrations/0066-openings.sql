-- Whether a device can open a gate or a door (OPEN-1), by its own statement; false while the device has not stated it.
alter table devices add column can_open boolean not null default false;

-- Whether the people of a customer must give a reason for an opening.
alter table customers add column opening_needs_reason boolean not null default false;

alter table device_changes drop constraint device_changes_kind_check;
alter table device_changes add constraint device_changes_kind_check
  check (kind in ('online', 'offline', 'unknown', 'inactive', 'activated', 'restarted', 'unanswered', 'opened'));

-- One key opens once; a repeated call finds the first command.
create index device_commands_openings on device_commands (word_code, call_key) where op = 'open';

-- The people who may restart and deactivate gates may open gates; without this, no administrator could give the right.
update users set permissions = array_append(permissions, 'devices:open')
  where type in ('admin', 'operator') and 'device:write' = any(permissions) and not 'devices:open' = any(permissions);
