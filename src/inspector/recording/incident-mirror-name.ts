/** Name of the actor that mirrors an incident: the server's chart moves it, not the panel's (`incident-mirror.ts`). */
export const incidentMirrorName = 'servidor:incident'
