import * as v from 'valibot'

/** SQLSTATEs: disk full, and read-only database. Then the errors of the system: disk full, quota used, read-only disk. */
const unwritable = v.object({ code: v.picklist(['53100', '25006', 'ENOSPC', 'EDQUOT', 'EROFS']) })

/** Message for a person while the server cannot write to its disk (DUR-4, OPS-4). */
export const unwritableText =
  'O servidor não consegue gravar agora: o disco dele pode estar cheio. Avise o responsável pelo servidor e tente de novo em instantes.'

/** Whether a file or the database could not be written because of the disk. */
export function isUnwritable(error: unknown): boolean {
  return v.is(unwritable, error)
}

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
