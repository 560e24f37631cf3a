-- Nothing reads it any more: `idempotent_calls` recognises a repeated registration.
alter table devices drop column created_key;
