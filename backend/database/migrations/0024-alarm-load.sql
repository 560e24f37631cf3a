-- What called somebody in a time (INC-9).
create index incident_notes_age on incident_notes (at);
