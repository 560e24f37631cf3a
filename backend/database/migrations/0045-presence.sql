-- When a session last had a live connection to any server; nobody is present before their next connection.
alter table sessions add column connected_at timestamptz;
