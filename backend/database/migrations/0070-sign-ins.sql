-- The people on duty are asked for every few seconds, and sign-ins are few among the records of a chain (CALL-2).
create index evidence_sign_ins on evidence (customers_id, at) where kind = 'session.begun';
