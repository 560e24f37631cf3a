/** What only the person who runs the server can put right; the message is for them, in Portuguese, and holds no password. */
export class OperatorError extends Error {}

/** The database cannot be used at all, as the start finds out. */
export class DatabaseRefused extends OperatorError {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'DatabaseRefused'
  }
}
