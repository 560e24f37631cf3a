/** A field in which two versions of a record differ. */
export interface FieldDifference<Fields> {
  field: keyof Fields
  /** The version of the person at this panel; null if that person left the field alone. */
  mine: Fields | null
  theirs: Fields
}

/**
 * Compares and merges versions of a record.
 * @param textOf what counts of a field: equal texts are no change
 */
export function recordVersions<Fields extends object>(
  names: readonly (keyof Fields)[],
  textOf: (fields: Fields, field: keyof Fields) => string,
) {
  const changedFields = (before: Fields, now: Fields) =>
    names.filter((field) => textOf(before, field) !== textOf(now, field))
  return {
    /** The fields that were changed since `before`. */
    changedFields,
    /** The fields in which the present record differs from what a person made of an older one. */
    differences(before: Fields, mine: Fields, theirs: Fields): FieldDifference<Fields>[] {
      const changed = changedFields(before, mine)
      return changedFields(mine, theirs).map((field) => ({
        field,
        mine: changed.includes(field) ? mine : null,
        theirs,
      }))
    },
    /** The present record, with what a person changed of an older one put on top. */
    onTop: (before: Fields, mine: Fields, theirs: Fields): Fields => ({
      ...theirs,
      ...Object.fromEntries(changedFields(before, mine).map((field) => [field, mine[field]])),
    }),
  }
}
