-- The cause of an incident's end (INC-2). An incident that ended earlier counts as recovered if nothing says otherwise.
update incidents set context = context || jsonb_build_object('clearedBy', 'recovered', 'end', case
  when life = 'merged' then 'merged'
  when life not in ('resolved', 'closed') then null
  when life = 'closed' and context ->> 'word' <> '' and not exists (
    select from incident_notes as ended where ended.incident_id = incidents.id and act = 'resolved' and not exists (
      select from incident_notes as later where later.incident_id = incidents.id and later.act = 'reopened' and later.id > ended.id))
    then 'closed'
  when kind = 'contact' then 'recovered'
  else 'quiet' end);

-- A stored handover contains incidents as they were.
update handovers set
  open = (select coalesce(jsonb_agg(each || '{"end": null}' order by place), '[]')
    from jsonb_array_elements(open) with ordinality as given (each, place)),
  over = (select coalesce(jsonb_agg(each || jsonb_build_object('end', case
      when each ->> 'kind' = 'contact' then 'recovered'
      when each ->> 'life' = 'closed' and each ->> 'word' <> '' then 'closed'
      else 'quiet' end) order by place), '[]')
    from jsonb_array_elements(over) with ordinality as given (each, place));

-- Whether the failure of the device ended because the device answered.
alter table incident_devices add column has_answered boolean not null default true;
