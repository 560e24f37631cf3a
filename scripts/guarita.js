#!/usr/bin/env node
import { join } from 'node:path'
import { projectRoot, runCommand } from './command.js'
import { ensureInstalled } from './install.js'

const usage = `Uso: guarita [comando] [opções]

  guarita                    prepara o painel e inicia o servidor (o mesmo que npm start)
  guarita backup ARQUIVO     grava uma cópia de segurança, também com o servidor em funcionamento
  guarita restore ARQUIVO    restaura uma cópia de segurança onde ainda não há dados
  guarita migrate --dry-run  diz e experimenta o que uma versão nova mudaria nos dados
  guarita verify-audit       confere que nenhum registro foi alterado, retirado ou posto
  guarita clock              mostra se o relógio do servidor é plausível; com --confirm, confirma que ele está certo
  guarita user list          mostra quem tem acesso; também add, link, password, disable, enable
  guarita networks           mostra as redes em que o servidor procura dispositivos; com --set, define
  guarita move --to URL      leva uma instalação para um banco PostgreSQL

guarita COMANDO --help explica cada um; npm start -- --help, as opções do servidor.`

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
else if (name === '' || name.startsWith('-')) await import('./start.js')
else {
  console.error(usage)
  process.exitCode = 1
}

/** @param {string} file */
async function run(file) {
  try {
    // A delivered installation lacks development packages: it runs unchanged (docs/before-real-use.md), in the current folder.
    const isDelivered = process.env.NODE_ENV === 'production'
    const env = isDelivered ? process.env : await ensureInstalled()
    const { code } = await runCommand(isDelivered ? process.execPath : 'node', [join(projectRoot, file), ...args], {
      env,
      cwd: process.cwd(),
    })
    return code
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return 1
  }
}
