import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { backUp } from '../backup/back-up.ts'
import { requireNewFile } from '../backup/backup-file.ts'
import { withDatabase } from '../backup/with-database.ts'
import { commandProcess, WrongUsage } from '../local-commands/command-process.ts'
import { installationOf } from '../local-commands/installation.ts'
import { runLocalCommand } from '../local-commands/run-command.ts'
import { program } from '../program-name.js'
import { programVersion } from '../program-version.ts'

const usage = `Uso: ${program} backup ARQUIVO [--data PASTA]

Grava uma cópia de segurança de tudo em um arquivo novo, com o Guarita em funcionamento ou parado. Com DATABASE_URL, do PostgreSQL.
O arquivo só pode ser lido por quem o fez: ele traz nomes, e-mails e senhas cifradas. Guarde-o em outra máquina.
Sessões abertas e links de uso único não vão na cópia.`

await commandProcess(usage, 'A cópia não foi feita.', async (args) => {
  const { values, positionals } = parseArgs({ args, options: { data: { type: 'string' } }, allowPositionals: true })
  const [path, ...more] = positionals
  if (path === undefined || more.length > 0) throw new WrongUsage()
  let rows = 0
  const version = await programVersion()
  await requireNewFile(resolve(path))
  const installation = installationOf(values.data, process.env)
  // The note is optional: a backup succeeds even if the server does not answer or has another version.
  const note = (hasFailed: boolean) => runLocalCommand(installation, 'noteBackup', hasFailed).catch(() => {})
  try {
    await withDatabase(installation, (database) =>
      backUp(database, resolve(path), version, (table) => {
        rows += table.rows
      }),
    )
  } catch (error) {
    await note(true)
    throw error
  }
  await note(false)
  console.log(`Cópia de segurança pronta: ${resolve(path)} (${rows.toLocaleString('pt-BR')} linhas).`)
})
