import * as v from 'valibot'

/** SQLSTATEs: no room on the disk, and a database that only reads. */
const unwritable = v.object({ code: v.picklist(['53100', '25006']) })

/** The database did not answer, or gave up on the work for reasons that pass; what was asked may be tried again. `cause` is the engine's error. */
export class DatabaseUnavailable extends Error {
  /** What a caller is answered. */
  readonly statusCode = 503
  /** What a person reads (DUR-4). */
  readonly told: string

  constructor(cause: unknown) {
    super('the database is unavailable', { cause })
    this.name = 'DatabaseUnavailable'
    this.told = v.is(unwritable, cause)
      ? 'O servidor não consegue gravar agora: o disco dele pode estar cheio. Avise o responsável pelo servidor e tente de novo em instantes.'
      : 'O banco de dados não está respondendo. Tente novamente em instantes.'
  }
}

/** For what may be left out while the database is away, which others tell; any other error goes on. */
export function passOverUnavailable(error: unknown): void {
  if (!(error instanceof DatabaseUnavailable)) throw error
}
