/** What the actor is called that shows an incident in its chart: the server moves it, and nobody here (`incident-mirror.ts`). */
export const incidentMirrorName = 'servidor:incident'
