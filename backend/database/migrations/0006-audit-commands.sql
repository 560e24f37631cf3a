-- What a person asked of a device, and how it ended; null in records of other kinds.
alter table device_audit add column command text;
alter table device_audit add column outcome text;
