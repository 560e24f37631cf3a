-- Networks (CIDR) in which the server looks for a customer's devices; null: every internal network.
alter table customers add column device_networks text[];
-- Separates the messages of this installation from the messages of others on the same Redis; each start with a Redis needs the row.
create table bus_key (
  is_only boolean primary key default true check (is_only),
  installation text not null,
  secret text not null
);
