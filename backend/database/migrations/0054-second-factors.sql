-- The second factor of a person (SES-12). While `confirmed_at` is null, the secret is only offered and has no effect.
create table second_factors (
  user_id text primary key references users (id) on delete cascade,
  -- Sealed with a key that is derived from the signing key.
  secret text not null,
  -- Hashes of the unused recovery codes.
  recovery_hashes text[] not null default '{}',
  -- Time step of the newest accepted code. The code of this step and codes of earlier steps are refused.
  used_step bigint not null default 0,
  confirmed_at timestamptz
);
-- Whether `users:write` needs a second factor.
alter table customers add column second_factor_required boolean not null default false;
