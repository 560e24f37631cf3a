#!/usr/bin/env node
import { join } from 'node:path'
import { program } from '../backend/program-name.js'
import { projectRoot, runCommand } from './command.js'
import { ensureInstalled, hintAtInstalledCommand } from './install.js'

const usage = `Uso: ${program} [comando] [opções]

  start                    prepara o painel, se preciso, e inicia o servidor; é o que acontece sem comando
  backup ARQUIVO           grava uma cópia de segurança, também com o servidor em funcionamento
  restore ARQUIVO          restaura uma cópia de segurança onde ainda não há dados
  migrate --dry-run        diz e experimenta o que uma versão nova mudaria nos dados
  verify-audit             confere que nenhum registro foi alterado, retirado ou posto
  clock                    mostra se o relógio do servidor é plausível; com --confirm, confirma que ele está certo
  user list                mostra quem tem acesso; também first-link, add, link, password, disable, enable
  networks                 mostra as redes em que o servidor procura dispositivos; com --set, define
  move --to URL            leva uma instalação para um banco PostgreSQL

${program} COMANDO --help explica cada um; ${program} start --help, as opções do servidor.`

/** @type {Record<string, string>} */
const commands = Object.fromEntries(
  ['backup', 'clock', 'restore', 'migrate', 'move', 'networks', 'user', 'verify-audit'].map((command) => [
    command,
    `backend/commands/${command}.ts`,
  ]),
)

const [name = '', ...args] = process.argv.slice(2)
const command = commands[name]

if (command !== undefined) process.exitCode = await run(command)
else if (['--help', '-h', 'help'].includes(name)) console.log(usage)
else if (name === 'start') {
  process.argv.splice(2, 1)
  await import('./start.js')
} else if (name === '' || name.startsWith('-')) await import('./start.js')
else {
  console.error(usage)
  process.exitCode = 1
}

/** @param {string} file */
async function run(file) {
  try {
    const env = await ensureInstalled({ isComplete: false })
    if (!args.some((arg) => ['--help', '-h'].includes(arg))) hintAtInstalledCommand(args)
    // The command inherits the person's current folder, which the user of the data may have no right to enter.
    const { code } = await runCommand('node', [join(projectRoot, file), ...args], { env, cwd: null })
    return code
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return 1
  }
}
