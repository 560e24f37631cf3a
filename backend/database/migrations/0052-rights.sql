-- When the person of the session last entered their password (ACC-4). Null for sessions of earlier versions.
alter table sessions add column proved_at timestamptz;
