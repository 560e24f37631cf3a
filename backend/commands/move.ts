import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { withDataLock } from '../database/embedded/data-lock.ts'
import { openEmbeddedDatabase } from '../database/embedded/embedded-database.ts'
import { openPostgresDatabase } from '../database/postgres/postgres-database.ts'
import { takeOver } from '../database/take-over.ts'
import { commandProcess, WrongUsage } from '../local-commands/command-process.ts'
import { namedDataDir, requireData, usualDataDir } from '../local-commands/installation.ts'
import { program } from '../program-name.js'

const usage = `Uso: ${program} move --to postgres://usuario:senha@servidor:5432/banco [--data PASTA]

Leva uma instalação (a pasta de --data ou GUARITA_DATA, padrão .data) para um banco PostgreSQL vazio, versão 15 ou mais nova.
Encerre o Guarita antes. A pasta não é alterada: se algo falhar, o banco fica vazio e nada se perde.`

const option = { type: 'string' } as const

await commandProcess(usage, 'A mudança não foi feita. O banco de destino ficou como estava.', async (args) => {
  const { values } = parseArgs({ args, options: { to: option, data: option } })
  if (values.to === undefined) throw new WrongUsage()
  const { to } = values
  const data = namedDataDir(values.data, process.env.GUARITA_DATA) ?? usualDataDir
  await requireData(data)
  await withDataLock(data, async () => {
    const target = await openPostgresDatabase(to)
    try {
      const source = await openEmbeddedDatabase(join(data, 'db'))
      await takeOver(source, target, ({ name, rows }) =>
        console.log(`${name}: ${rows.toLocaleString('pt-BR')} linhas, iguais nos dois lados`),
      ).finally(() => source.close())
    } finally {
      await target.close()
    }
  })
  console.log('Pronto. Inicie com o endereço do banco na variável DATABASE_URL.')
})
