import { parseArgs } from 'node:util'
import * as v from 'valibot'
import { type ClockCommandInput, clockAnswer } from '../clock/clock-command.ts'
import { implausibleText } from '../clock/clock-watch.ts'
import { commandProcess } from '../local-commands/command-process.ts'
import { installationOf } from '../local-commands/installation.ts'
import { runLocalCommand } from '../local-commands/run-command.ts'
import { program } from '../program-name.js'

const usage = `Uso: ${program} clock [--confirm] [--data PASTA]

Mostra o relógio do servidor e se ele é plausível. Com um relógio que parece errado, nada antigo é apagado.

  --confirm      confirma que o relógio está certo: depois disso os prazos valem de novo, e o que passou do prazo é apagado
  --data PASTA   a pasta de dados (padrão .data, ou GUARITA_DATA); com DATABASE_URL vale o PostgreSQL

Funciona com o Guarita em execução ou parado. Compare antes com um relógio de confiança.`

const options = { confirm: { type: 'boolean' }, data: { type: 'string' } } as const

await commandProcess(usage, 'O comando não foi feito.', async (args) => {
  const { values } = parseArgs({ args, options })
  const input: ClockCommandInput = values.confirm ? 'confirm' : 'show'
  const answer = await runLocalCommand(installationOf(values.data, process.env), 'clock', input)
  const { now, trustedAt, isPlausible } = v.parse(clockAnswer, answer)
  const text = new Date(now).toLocaleString('pt-BR', { timeZoneName: 'short' })
  if (values.confirm) console.log(`Confirmado: o relógio do servidor marca ${text}.`)
  else if (isPlausible || trustedAt === null) console.log(`O relógio do servidor marca ${text} e confere.`)
  else console.log(implausibleText(Date.parse(now), new Date(trustedAt)))
})
