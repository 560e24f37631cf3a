-- Networks from which a person has signed in, as hashes: there nobody else's tries lock the person out (OPS-4).
create table sign_in_places (
  user_id text not null references users on delete cascade,
  place text not null,
  last_at timestamptz not null,
  primary key (user_id, place)
);
