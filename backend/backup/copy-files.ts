import { DatabaseRefused } from '../database/database-refused.ts'
import type { LocalCommand } from '../local-commands/local-command.ts'

/** Answers with the directory of a copy of the database's files, which whoever asked for it removes. */
export const copyFiles: LocalCommand = async ({ database }) => {
  if (database.copyFiles === undefined) throw new DatabaseRefused('Só o banco embutido é copiado assim.')
  return database.copyFiles()
}
