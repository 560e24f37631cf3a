-- Whom to call: who is on duty at the gate, and who repairs the devices.
alter table condominiums add column gatehouse_phone text;
alter table condominiums add column maintenance_phone text;
