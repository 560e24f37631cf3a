/** An error that only the operator can fix; the message is Portuguese, for the operator, and contains no password. */
export class OperatorError extends Error {}

export class DatabaseRefused extends OperatorError {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'DatabaseRefused'
  }
}
