import { OperatorError } from '../database/operator-error.ts'

/** The flags or arguments make no sense: the usage is told. */
export class WrongUsage extends Error {}

/**
 * The process of a command at the terminal: tells the usage for `--help` and for flags that it does not know, what a person can put right
 * in one sentence, and of all else that it was `notDone`; then it ends with 1.
 */
export async function commandProcess(
  usage: string,
  notDone: string,
  work: (args: string[]) => Promise<void>,
): Promise<void> {
  const args = process.argv.slice(2)
  if (args.includes('--help') || args.includes('-h')) return console.log(usage)
  try {
    await work(args)
  } catch (error) {
    process.exitCode = 1
    if (error instanceof OperatorError) console.error(error.message)
    else if (error instanceof WrongUsage || isUnknownFlag(error)) console.error(usage)
    else {
      console.error(error)
      console.error(notDone)
    }
  }
}

function isUnknownFlag(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
}
