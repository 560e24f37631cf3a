-- What a person's panels have delivered on a day (UTC), for the quota of declared records (OPS-4).
create table declared_days (
  user_id text not null references users on delete cascade,
  day date not null,
  records int not null,
  bytes bigint not null,
  primary key (user_id, day)
);
