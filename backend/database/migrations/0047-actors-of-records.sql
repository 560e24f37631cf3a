-- Whether the panel acted by itself, in the session of the person (EVI-9); null for records of earlier versions, which name the person alone.
alter table device_audit add column by_panel boolean;

create or replace function declared_parts(told device_audit, number bigint) returns text[] language sql stable as $$
  select array[
    concat('{"actor":{', case when told.by_panel then '"panel":true,' end, '"person":', to_json(told.user_id),
      '},"at":"', evidence_time(told.received_at),
      '","data":{"cause":', to_json(told.cause), ',"command":' || to_json(told.command)::text,
      ',"durations":' || to_json(told.durations)::text, ',"failureCount":' || told.failure_count,
      ',"from":' || to_json(told.from_state)::text, ',"heldMs":' || told.held_ms,
      ',"id":"', told.id, '"', ',"ignored":' || told.ignored, ',"key":' || to_json(told.call_key)::text, ',"kind":', to_json(told.kind),
      ',"known":' || told.is_known::text, ',"lastError":' || to_json(told.last_error)::text,
      ',"opening":' || told.opening, ',"outcome":' || to_json(told.outcome)::text, ',"panelVersion":', to_json(told.panel_version),
      ',"reason":' || to_json(told.reason)::text, ',"refused":' || told.refused,
      ',"retryAt":"' || evidence_time(told.retry_at) || '"', ',"said":"', evidence_time(told.at),
      '","sequence":"', told.sequence, '"', ',"slow":' || told.slow, ',"to":' || to_json(told.to_state)::text, '},"kind":"declared","prev":"'),
    concat('","seq":', number, ',"subject":{"condominium":', to_json(told.condominium_id), ',"device":',
      to_json(told.word_code), '}}')]
$$;

-- When a device began and ended to exist.
create index evidence_device_lives on evidence (customers_id, word_code) where kind in ('device.created', 'device.deleted');
create index evidence_imports on evidence (customers_id) where kind = 'device.imported';
