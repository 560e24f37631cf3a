/** The database did not answer, or gave up on the work for reasons that pass; what was asked may be tried again. `cause` is the engine's error. */
export class DatabaseUnavailable extends Error {
  /** What a caller is answered. */
  readonly statusCode = 503

  constructor(cause: unknown) {
    super('the database is unavailable', { cause })
    this.name = 'DatabaseUnavailable'
  }
}
