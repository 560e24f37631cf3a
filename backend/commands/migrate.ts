import { parseArgs } from 'node:util'
import { withDatabase } from '../backup/with-database.ts'
import { tryMigrations } from '../database/migrations.ts'
import { commandProcess, WrongUsage } from '../local-commands/command-process.ts'
import { installationOf } from '../local-commands/installation.ts'
import { program } from '../program-name.js'

const usage = `Uso: ${program} migrate --dry-run [--data PASTA]

Diz o que esta versão do Guarita mudaria nos dados quando iniciasse, e experimenta: faz as mudanças e as desfaz.
Nada é alterado. As mudanças de verdade são feitas quando esta versão inicia.
Com DATABASE_URL, experimenta no próprio PostgreSQL: quem usa o painel espera enquanto isso.`

const option = { data: { type: 'string' }, 'dry-run': { type: 'boolean' } } as const

await commandProcess(usage, 'A experiência falhou. Nada foi alterado. Não atualize ainda.', async (args) => {
  const { values } = parseArgs({ args, options: option })
  if (!values['dry-run']) throw new WrongUsage()
  const names = await withDatabase(installationOf(values.data, process.env), tryMigrations)
  if (names.length === 0) console.log('Os dados já são desta versão: nada muda.')
  else
    console.log(
      `Ao iniciar, esta versão mudaria os dados assim:\n${names.map((name) => `  ${name}`).join('\n')}\nA experiência deu certo, e foi desfeita.`,
    )
})
