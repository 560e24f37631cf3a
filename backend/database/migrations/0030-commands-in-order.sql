-- Commands to one device run one after another, in the order of their numbers, over all instances.
create table device_commands (
  number bigint generated always as identity primary key,
  word_code text not null references devices (word_code) on delete cascade,
  op text not null,
  -- The `Idempotency-Key` of the call.
  call_key text,
  received_at timestamptz not null,
  -- Null: not sent to the device yet.
  sent_at timestamptz,
  -- refused: the device did not execute the command; unknown: it may have; known: unknown until the device was asked, or got a later command.
  state text not null default 'open' check (state in ('open', 'done', 'refused', 'unknown', 'known')),
  -- The instance that waits for the answer, and until when this counts without a sign of life.
  claimed_by text not null,
  claimed_until timestamptz not null,
  -- When the server last asked the device about an unknown command.
  asked_at timestamptz
);
create index device_commands_device on device_commands (word_code, number);
create index device_commands_unsettled on device_commands (number) where state in ('open', 'unknown');
create index device_commands_age on device_commands (received_at);
