import { parseArgs } from 'node:util'
import * as v from 'valibot'
import { type NetworksCommandInput, networksAnswer } from '../devices/networks-command.ts'
import { commandProcess, WrongUsage } from '../local-commands/command-process.ts'
import { installationOf } from '../local-commands/installation.ts'
import { runLocalCommand } from '../local-commands/run-command.ts'
import { program } from '../program-name.js'

const usage = `Uso: ${program} networks [--set REDES | --clear] [--customer NOME] [--data PASTA]

Mostra as redes em que o servidor procura os dispositivos de cada administradora, ou define as de uma.

  --set REDES       só estas redes, como 192.168.10.0/24,10.20.0.0/16
  --clear           todas as redes internas, como no início
  --customer NOME   de qual administradora; só é preciso se houver mais de uma
  --data PASTA      a pasta de dados (padrão .data, ou GUARITA_DATA); com DATABASE_URL vale o PostgreSQL

Funciona com o Guarita em execução ou parado. Uma mudança vale em 15 segundos.`

const text = { type: 'string' } as const
const options = { set: text, clear: { type: 'boolean' }, customer: text, data: text } as const

await commandProcess(usage, 'O comando não foi feito.', async (args) => {
  const { values } = parseArgs({ args, options })
  if (values.clear && values.set !== undefined) throw new WrongUsage()
  const set = values.set?.split(',').map((each) => each.trim())
  const networks = values.clear ? [] : set
  const input: NetworksCommandInput = {
    ...(values.customer !== undefined && { customer: values.customer }),
    ...(networks !== undefined && { networks }),
  }
  const answer = await runLocalCommand(installationOf(values.data, process.env), 'networks', input)
  for (const each of v.parse(networksAnswer, answer)) {
    console.log(`${each.customer}: ${each.networks?.join(', ') ?? 'todas as redes internas'}`)
    if (each.outside.length > 0) console.log(`  Fora delas, sem contato: ${each.outside.join(', ')}`)
  }
})
