import { OperatorError } from './operator-error.ts'

/** The database cannot be used at all, as the start finds out. */
export class DatabaseRefused extends OperatorError {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'DatabaseRefused'
  }
}
