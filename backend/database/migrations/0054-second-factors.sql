-- The second factor of a person (SES-12): without `confirmed_at`, a secret that was offered and counts for nothing.
create table second_factors (
  user_id text primary key references users (id) on delete cascade,
  -- Sealed by a key that is derived from the signing key.
  secret text not null,
  -- Hashes of the unused recovery codes.
  recovery_hashes text[] not null default '{}',
  -- Time step of the newest accepted code: this code and earlier codes are not accepted again.
  used_step bigint not null default 0,
  confirmed_at timestamptz
);
-- Whether `users:write` needs a second factor.
alter table customers add column second_factor_required boolean not null default false;
