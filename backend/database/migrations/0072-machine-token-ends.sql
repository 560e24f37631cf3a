-- When a machine token ends, and when its end was announced; `expires_at` is null for a token without an end (CALL-4).
alter table machine_tokens add column expires_at timestamptz;
alter table machine_tokens add column end_told_at timestamptz;
