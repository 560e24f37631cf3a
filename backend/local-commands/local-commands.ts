import { copyFiles } from '../backup/copy-files.ts'
import { userCommand } from '../people/user-command.ts'
import type { LocalCommand } from './local-command.ts'

/**
 * The commands that run where the database is open. To add one: write it as a `LocalCommand`, name it here, and call it from
 * `backend/commands/NAME.ts` by `runLocalCommand(installationOf(values.data, process.env), 'name', input)`, parsing its answer by a schema.
 */
export const localCommands: Record<string, LocalCommand> = { copyFiles, user: userCommand }
