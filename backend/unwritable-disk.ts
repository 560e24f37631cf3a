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
