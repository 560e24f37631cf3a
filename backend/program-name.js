/**
 * How a person calls this program in this installation, for every hint and every usage: the delivered command and the
 * container set `GUARITA_COMMAND`.
 */
export const program = process.env.GUARITA_COMMAND || 'npx guarita'
