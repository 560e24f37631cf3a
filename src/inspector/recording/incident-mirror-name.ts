/** Name of the actor that mirrors an incident: the server moves the incident, not the panel (`incident-mirror.ts`). */
export const incidentMirrorName = 'servidor:incident'
