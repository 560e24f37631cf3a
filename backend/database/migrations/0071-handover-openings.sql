-- The openings of the shift that no device confirmed, and how many were confirmed (INC-7, OPEN-2).
alter table handovers add column openings jsonb not null default '{"confirmed": 0, "others": []}';

-- The newest command to a device at the handover: the next shift begins after this command, whatever the clock says.
alter table handovers add column last_command bigint not null default 0;
