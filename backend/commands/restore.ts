import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { checkBackupFile } from '../backup/backup-file.ts'
import { restore } from '../backup/restore.ts'
import { commandProcess, WrongUsage } from '../local-commands/command-process.ts'
import { installationOf } from '../local-commands/installation.ts'
import { program } from '../program-name.js'

const usage = `Uso: ${program} restore ARQUIVO [--data PASTA] [--check]

Restaura uma cópia de segurança em uma pasta de dados vazia (a de --data ou GUARITA_DATA, padrão .data) ou, com DATABASE_URL, em um banco PostgreSQL vazio.
A cópia pode ser de qualquer um dos dois, e de uma versão mais antiga do Guarita. Ou tudo é restaurado, e igual, ou nada.
Depois todos entram de novo: sessões abertas não vão na cópia.

  --check   só confere se o arquivo está inteiro e tem todas as tabelas`

const option = { data: { type: 'string' }, check: { type: 'boolean' } } as const

await commandProcess(usage, 'Nada foi restaurado.', async (args) => {
  const { values, positionals } = parseArgs({ args, options: option, allowPositionals: true })
  const [given, ...more] = positionals
  if (given === undefined || more.length > 0) throw new WrongUsage()
  const path = resolve(given)
  if (values.check) {
    const { madeAt, version } = await checkBackupFile(path)
    const date = new Date(madeAt).toLocaleString('pt-BR', { timeZoneName: 'short' })
    console.log(`O arquivo está inteiro: cópia de ${date}, da versão ${version} do Guarita.`)
    return
  }
  await restore(path, installationOf(values.data, process.env), ({ name, rows }) =>
    console.log(`${name}: ${rows.toLocaleString('pt-BR')} linhas, iguais`),
  )
  console.log('Pronto. Inicie o Guarita; todos entram de novo com a senha que tinham.')
})
