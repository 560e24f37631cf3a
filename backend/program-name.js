/**
 * Command by which a person calls this program in this installation, for all hints and usage texts. The delivered
 * command and the container set `GUARITA_COMMAND`.
 */
export const program = process.env.GUARITA_COMMAND || 'npx guarita'
