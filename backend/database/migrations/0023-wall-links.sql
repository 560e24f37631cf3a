-- Links of their own to the wall view (INC-8): read-only, until they are revoked.
create table wall_links (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  name text not null,
  token_hash text not null unique,
  created_at timestamptz not null,
  last_seen_at timestamptz
);
create index wall_links_user on wall_links (user_id);
