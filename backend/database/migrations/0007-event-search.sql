-- Whole milliseconds, as they are written: a cursor then carries exactly the time that stands.
alter table events alter column at type timestamptz(3);
-- Ascending, so that what happens now is put at the end of an index.
create index events_time on events (at, id);
create index events_device on events (word_code, at, id);
-- Of the commonest kind any part of all events has enough.
create index events_kind on events (kind, at, id) where kind <> 'access-granted';
