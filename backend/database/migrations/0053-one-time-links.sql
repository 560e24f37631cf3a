-- Id of the person who made the link; null if an operator made the link at the server's machine. If the maker loses the
-- rights, the link is not valid (ACC-5).
alter table one_time_links add column made_by_id text;
update one_time_links set made_by_id = (
  select by_id from person_acts
  where person_acts.user_id = one_time_links.user_id and act in ('invited', 'link-made') order by id desc limit 1);

-- True if the holder of a one-time link did the act; `by_id` is then the person who made the link.
alter table person_acts add column by_link boolean not null default false;
