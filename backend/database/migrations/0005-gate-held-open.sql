-- A gate that was held open stood among the forced doors.
update events set kind = 'gate-held-open' where kind = 'door-forced' and description like 'Portão mantido aberto%';
