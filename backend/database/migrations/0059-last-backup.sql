-- The result of the newest `guarita backup`, for the metrics (OPS-2). succeeded_at: null before the first success.
create table last_backup (
  is_only boolean primary key default true check (is_only),
  has_failed boolean not null,
  succeeded_at timestamptz
);
