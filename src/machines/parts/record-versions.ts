/** A field with different values in two versions of a record. */
export interface FieldDifference<Fields> {
  field: keyof Fields
  /** The version of this user; null if this user did not change the field. */
  mine: Fields | null
  theirs: Fields
}

/**
 * Compares and merges versions of a record.
 * @param textOf the text of a field for the comparison: equal texts are no change
 */
export function recordVersions<Fields extends object>(
  names: readonly (keyof Fields)[],
  textOf: (fields: Fields, field: keyof Fields) => string,
) {
  const changedFields = (before: Fields, now: Fields) =>
    names.filter((field) => textOf(before, field) !== textOf(now, field))
  return {
    /** The fields that changed between `before` and `now`. */
    changedFields,
    /** The fields in which the current record differs from the version that the user made from an older record. */
    differences(before: Fields, mine: Fields, theirs: Fields): FieldDifference<Fields>[] {
      const changed = changedFields(before, mine)
      return changedFields(mine, theirs).map((field) => ({
        field,
        mine: changed.includes(field) ? mine : null,
        theirs,
      }))
    },
    /** The current record with the user's changes to an older record applied. */
    onTop: (before: Fields, mine: Fields, theirs: Fields): Fields => ({
      ...theirs,
      ...Object.fromEntries(changedFields(before, mine).map((field) => [field, mine[field]])),
    }),
  }
}
