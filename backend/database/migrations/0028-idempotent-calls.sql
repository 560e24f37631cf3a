-- Answers of calls with a key: only a holder of the key can read them. Rows of the last day are readable, and go.
delete from idempotent_calls;
alter table idempotent_calls rename column key to key_hash;

-- A hash of the key from now on.
update devices set created_key = null where created_key is not null;
