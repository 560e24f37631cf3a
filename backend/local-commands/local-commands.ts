import { noteBackup } from '../backup/note-backup.ts'
import { clockCommand } from '../clock/clock-command.ts'
import { DatabaseRefused } from '../database/operator-error.ts'
import { networksCommand } from '../devices/networks-command.ts'
import { userCommand } from '../people/user-command.ts'
import type { LocalCommand } from './local-command.ts'

/** Resolves to the directory of a copy of the database's files; the caller removes it. */
const copyFiles: LocalCommand = async ({ database }) => {
  if (database.copyFiles === undefined) throw new DatabaseRefused('Só o banco embutido é copiado assim.')
  return database.copyFiles()
}

/**
 * The commands that run where the database is open. To add one: write it as a `LocalCommand`, name it here, and call it from
 * `backend/commands/NAME.ts` by `runLocalCommand(installationOf(values.data, process.env), 'name', input)`, parsing its answer by a schema.
 */
export const localCommands: Record<string, LocalCommand> = {
  clock: clockCommand,
  copyFiles,
  networks: networksCommand,
  noteBackup,
  user: userCommand,
}
