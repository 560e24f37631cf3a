-- The topic, gravity, place and text of an occurrence that a person wrote down (BOOK-1); null for every other incident.
alter table incidents add column report jsonb;
