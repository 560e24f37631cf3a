import { OperatorError } from '../database/operator-error.ts'
import { refusedFile } from '../database/refused-path.ts'

/** Invalid flags or arguments: the usage is printed. */
export class WrongUsage extends Error {}

/**
 * Process of a terminal command. Prints the usage for `--help` and unknown flags, an `OperatorError` as one sentence, and `notDone` for any
 * other error; then exits with 1.
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
    const shown = refusedFile(error) ?? error
    if (shown instanceof OperatorError) console.error(shown.message)
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
