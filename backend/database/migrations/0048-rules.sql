-- The records of the rules are few among the records of a chain (EVI-10).
create index evidence_rules on evidence (customers_id, seq) where kind = 'rules';
