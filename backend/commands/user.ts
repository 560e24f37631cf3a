import { parseArgs } from 'node:util'
import * as v from 'valibot'
import { personTypes, typeWords } from '../../contract/rights.ts'
import { oneTimeLink, personSchema } from '../../contract/wire/answers/people.ts'
import { OperatorError } from '../database/operator-error.ts'
import { commandProcess, WrongUsage } from '../local-commands/command-process.ts'
import { installationOf } from '../local-commands/installation.ts'
import { readPassword } from '../local-commands/read-password.ts'
import { runLocalCommand } from '../local-commands/run-command.ts'
import type { UserCommandInput } from '../people/user-command.ts'
import { program } from '../program-name.js'

const usage = `Uso: ${program} user list                     mostra quem tem acesso
     ${program} user first-link               mostra um link para o primeiro acesso, enquanto ninguém pode entrar
     ${program} user add E-MAIL --name NOME   dá acesso a alguém e mostra um link de uso único, para a pessoa escolher a senha
     ${program} user link E-MAIL              mostra um link novo, para entrar ou trocar de senha; o anterior deixa de valer
     ${program} user password E-MAIL          define a senha e encerra as sessões da pessoa
     ${program} user disable E-MAIL           tira o acesso: sessões, painéis abertos e link, na hora
     ${program} user enable E-MAIL            devolve o acesso, com a senha de antes
     ${program} user reset-2fa E-MAIL         desfaz a verificação em duas etapas de quem perdeu o celular e os códigos
     ${program} user require-2fa on|off       exige a verificação em duas etapas de quem cuida dos acessos, ou deixa de exigir
     ${program} user require-reason on|off    pede um motivo a quem abre um portão, ou deixa de pedir
     ${program} user export E-MAIL            mostra, em JSON, tudo o que se guarda sobre a pessoa (LGPD, art. 18)
     ${program} user erase E-MAIL --yes       apaga a pessoa e os dados pessoais dela; os registros ficam, com o código dela, e conferem

  --type admin|operator|auditor   o que a pessoa é (add; padrão admin). Quem administra pode tudo, menos a ferramenta de testes.
  --customer NOME                 de qual administradora (add, require-2fa, require-reason), se há mais de uma
  --new-customer NOME             o mesmo, para uma administradora que ainda não existe
  --password                      define a senha em vez de mostrar um link (add)
  --yes                           confirma que os dados da pessoa podem ser apagados, para sempre (erase)
  --url ENDEREÇO                  o endereço do painel nos links (padrão http://localhost:8080)
  --data PASTA                    a pasta de dados (padrão .data, ou GUARITA_DATA); com DATABASE_URL vale o PostgreSQL

A senha é digitada sem aparecer, ou lida da entrada padrão: nunca vai na linha de comando. Funciona com o Guarita em execução ou parado.
O que se faz aqui fica no histórico da pessoa, como feito no servidor.`

const statusWords = { active: 'ativo', invited: 'convidado', disabled: 'desativado' } as const

const listed = v.array(v.object({ ...personSchema.entries, customerName: v.string() }))

const text = { type: 'string' } as const
const options = {
  name: text,
  type: text,
  customer: text,
  'new-customer': text,
  password: { type: 'boolean' },
  yes: { type: 'boolean' },
  url: text,
  data: text,
} as const

await commandProcess(usage, 'O comando não foi feito.', async (args) => {
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
  const [act = '', email, ...more] = positionals
  if (more.length > 0 || (act === 'list' || act === 'first-link') !== (email === undefined)) throw new WrongUsage()
  const ask = (input: UserCommandInput) => runLocalCommand(installationOf(values.data, process.env), 'user', input)

  if (act === 'first-link') return printLink(await ask({ act }), 'quem vai cuidar dos outros acessos')
  if (email === undefined) return printPeople(v.parse(listed, await ask({ act: 'list' })))
  switch (act) {
    case 'add': {
      const type = v.safeParse(v.optional(v.picklist(personTypes), 'admin'), values.type)
      if (values.name === undefined || !type.success) throw new WrongUsage()
      const person = {
        email,
        name: values.name,
        type: type.output,
        ...(values.customer !== undefined && { customer: values.customer }),
        ...(values['new-customer'] !== undefined && { newCustomer: values['new-customer'] }),
        ...(values.password && { password: await readPassword() }),
      }
      const link = await ask({ act: 'add', ...person })
      if (values.password) return console.log(`${email} já pode entrar.`)
      return printLink(link, email)
    }
    case 'password':
      await ask({ act, email, password: await readPassword() })
      return console.log(`A senha de ${email} é outra agora. As sessões abertas foram encerradas.`)
    case 'link':
      return printLink(await ask({ act, email }), email)
    case 'disable':
      await ask({ act, email })
      return console.log(`${email} não entra mais. As sessões abertas foram encerradas.`)
    case 'enable':
      await ask({ act, email })
      return console.log(`${email} pode entrar de novo, com a senha de antes.`)
    case 'reset-2fa':
      await ask({ act, email })
      return console.log(`${email} entra de novo só com a senha, e pode ativar outra vez a verificação em duas etapas.`)
    case 'require-2fa':
    case 'require-reason': {
      if (email !== 'on' && email !== 'off') throw new WrongUsage()
      const isRequired = email === 'on'
      await ask({ act, isRequired, ...(values.customer !== undefined && { customer: values.customer }) })
      if (act === 'require-reason')
        return console.log(isRequired ? 'Abrir um portão pede um motivo.' : 'Abrir um portão não pede mais motivo.')
      return console.log(
        isRequired
          ? 'Quem cuida dos acessos só pode fazê-lo depois de ativar a verificação em duas etapas, no próprio perfil.'
          : 'A verificação em duas etapas não é mais exigida.',
      )
    }
    case 'export':
      return console.log(JSON.stringify(await ask({ act, email }), null, 2))
    case 'erase':
      if (!values.yes)
        throw new OperatorError(
          `Isto apaga ${email} para sempre. Guarde antes o que "${program} user export" mostra, se for preciso, e repita com --yes.`,
        )
      await ask({ act, email })
      return console.log(
        `Os dados pessoais de ${email} foram apagados. As cópias de segurança ainda os têm, até serem apagadas.`,
      )
    default:
      throw new WrongUsage()
  }

  function printLink(answer: unknown, receiver: string): void {
    const { token, until } = v.parse(oneTimeLink, answer)
    const end = new Date(until).toLocaleString('pt-BR', { dateStyle: 'short', timeStyle: 'short' })
    console.log(`Entregue este link só a ${receiver}. Serve uma vez, até ${end}:`)
    console.log(`  ${(values.url ?? 'http://localhost:8080').replace(/\/+$/, '')}/convite#${token}`)
  }
})

function printPeople(people: v.InferOutput<typeof listed>): void {
  if (people.length === 0) console.log('Ainda não há ninguém com acesso.')
  for (const { email, name, type, status, customerName, permissions } of people) {
    const mark = permissions.includes('users:write') ? ', cuida dos acessos' : ''
    console.log(`${email} · ${name} · ${typeWords[type]}${mark} · ${statusWords[status]} · ${customerName}`)
  }
}
