#!/usr/bin/env node
import { runCommand } from './command.js'
import { ensureInstalled } from './install.js'

const usage = `Uso: guarita [comando] [opções]

  guarita                    prepara o painel e inicia o servidor (o mesmo que npm start)
  guarita user list          mostra quem tem acesso; também add, link, password, disable, enable
  guarita move --to URL      leva uma instalação para um banco PostgreSQL

guarita COMANDO --help explica cada um.`

/** @type {Record<string, string>} */
const commands = { move: 'backend/commands/move.ts', user: 'backend/commands/user.ts' }

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
    const { code } = await runCommand('node', [file, ...args], { env: await ensureInstalled() })
    return code
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return 1
  }
}
