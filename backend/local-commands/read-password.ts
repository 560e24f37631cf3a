import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { OperatorError } from '../database/operator-error.ts'

/**
 * Reads a password from the terminal, typed twice and not shown; or the first line of standard input without a terminal. Rejects with
 * `OperatorError` if the password is missing, or the two differ.
 */
export async function readPassword(): Promise<string> {
  if (!process.stdin.isTTY) return firstLine()
  const password = await typed('Senha: ')
  if ((await typed('A mesma senha outra vez: ')) !== password)
    throw new OperatorError('As duas senhas não são iguais. Nada foi alterado.')
  return password
}

async function firstLine(): Promise<string> {
  for await (const line of createInterface({ input: process.stdin })) return line
  throw new OperatorError('A senha não veio pela entrada padrão. Nada foi alterado.')
}

async function typed(prompt: string): Promise<string> {
  const nowhere = new Writable({
    write(_chunk, _encoding, done) {
      done()
    },
  })
  process.stdout.write(prompt)
  const terminal = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  terminal.on('SIGINT', () => {
    process.stdout.write('\n')
    process.exit(130)
  })
  try {
    return await terminal.question('')
  } finally {
    terminal.close()
    process.stdout.write('\n')
  }
}
