import {
  type CondominiumField,
  type CondominiumFields,
  condominiumFieldNames,
} from '../../../contract/fields/condominium.ts'

/** A field in which two versions of a record differ. */
export interface FieldDifference {
  field: CondominiumField
  /** What the person at this panel made of it; null where that person left it as it was. */
  mine: string | null
  theirs: string
}

/** The fields that were changed since `before`, outer blanks aside. */
export function changedFields(before: CondominiumFields, now: CondominiumFields): CondominiumField[] {
  return condominiumFieldNames.filter((field) => before[field].trim() !== now[field].trim())
}

/** Field by field, where the record as it is now and what a person made of an older one differ. */
export function differences(
  before: CondominiumFields,
  mine: CondominiumFields,
  theirs: CondominiumFields,
): FieldDifference[] {
  const changed = changedFields(before, mine)
  return changedFields(mine, theirs).map((field) => ({
    field,
    mine: changed.includes(field) ? mine[field] : null,
    theirs: theirs[field],
  }))
}

/** The record as it is now, with what a person changed of an older one put on top. */
export function onTop(
  before: CondominiumFields,
  mine: CondominiumFields,
  theirs: CondominiumFields,
): CondominiumFields {
  const merged: Record<CondominiumField, string> = { ...theirs }
  for (const field of changedFields(before, mine)) merged[field] = mine[field]
  return merged
}
