-- With which the log tells accounts apart without telling their e-mails: the same for all instances.
create table log_key (
  is_only boolean primary key default true check (is_only),
  key text not null
);
insert into log_key (key) values (gen_random_uuid()::text || gen_random_uuid()::text);
