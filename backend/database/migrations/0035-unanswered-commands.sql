-- The timeline of a device shows a command of which nobody knows whether the device got it.
alter table device_changes add column op text;
alter table device_changes drop constraint device_changes_kind_check;
alter table device_changes add constraint device_changes_kind_check
  check (kind in ('online', 'offline', 'unknown', 'inactive', 'activated', 'restarted', 'unanswered'));
