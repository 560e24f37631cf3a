import { isUnwritable, unwritableText } from '../unwritable-disk.ts'

/** The database did not answer, or gave up for a temporary reason; the work may be repeated. `cause` is the engine's error. */
export class DatabaseUnavailable extends Error {
  /** HTTP status of the response. */
  readonly statusCode = 503
  /** Message for a person (DUR-4). */
  readonly told: string

  constructor(cause: unknown) {
    super('the database is unavailable', { cause })
    this.name = 'DatabaseUnavailable'
    this.told = isUnwritable(cause)
      ? unwritableText
      : 'O banco de dados não está respondendo. Tente novamente em instantes.'
  }
}

/** For optional writes: ignores "database unavailable" (already reported elsewhere), rethrows everything else. */
export function passOverUnavailable(error: unknown): void {
  if (!(error instanceof DatabaseUnavailable)) throw error
}
