import * as v from 'valibot'

/**
 * SQLSTATE 53100 (disk full) and 25006 (read-only database); system errors ENOSPC (disk full), EDQUOT (quota exceeded)
 * and EROFS (read-only disk).
 */
const unwritable = v.object({ code: v.picklist(['53100', '25006', 'ENOSPC', 'EDQUOT', 'EROFS']) })

/** Message for a person while the server cannot write to its disk (DUR-4, OPS-4). */
export const unwritableText =
  'O servidor não consegue gravar agora: o disco dele pode estar cheio. Avise o responsável pelo servidor e tente de novo em instantes.'

/** Returns whether a write to a file or to the database failed because of the disk. */
export function isUnwritable(error: unknown): boolean {
  return v.is(unwritable, error)
}
