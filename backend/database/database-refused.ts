/** The database cannot be used at all, as the start finds out; the message is for the operator, and holds no password. */
export class DatabaseRefused extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'DatabaseRefused'
  }
}
