-- A device that accepts the connection and stays silent has a cause of its own: `hung`.
update device_checks set cause = 'hung' where was_reached and cause = 'silent';
alter table device_checks drop column was_reached;

-- Incidents have the causes of devices.
update incident_devices set cause = coalesce(
  case when is_failing then (select cause from device_checks where device_checks.word_code = incident_devices.word_code) end,
  'unknown');
update incidents set cause = case cause when 'hung' then 'hung' when 'off' then 'refused' when 'away' then 'silent' else 'unknown' end;
update incidents set cause = counted.cause
from (select incident_id, case when count(distinct cause) = 1 then min(cause) else 'unknown' end as cause
  from incident_devices where is_failing group by incident_id) as counted
where incidents.id = counted.incident_id;

-- A stored handover contains incidents as they were.
update handovers set
  open = (select coalesce(jsonb_agg(each || jsonb_build_object('cause', case each ->> 'cause'
      when 'hung' then 'hung' when 'off' then 'refused' when 'away' then 'silent' else 'unknown' end) order by place), '[]')
    from jsonb_array_elements(open) with ordinality as given (each, place)),
  over = (select coalesce(jsonb_agg(each || jsonb_build_object('cause', case each ->> 'cause'
      when 'hung' then 'hung' when 'off' then 'refused' when 'away' then 'silent' else 'unknown' end) order by place), '[]')
    from jsonb_array_elements(over) with ordinality as given (each, place));
