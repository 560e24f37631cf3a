/** Kinds of data with a retention that the operator may choose (`GUARITA_KEEP`, EVI-6), and the default in days. */
export const usualDays = {
  /** Events at gates. */
  events: 90,
  notifications: 90,
  /** Changes of devices (contact, on or off, restarts), and incidents. */
  changes: 90,
  /** Addresses and browsers of sign-ins: six months (Marco Civil, art. 15). */
  access: 183,
  /** Records of the chain. */
  audit: 5 * 366,
} as const

export type KeptDays = { readonly [Kind in keyof typeof usualDays]: number }

/** Personal data in a table: content of the export, and effect of erasing a person (LGPD, EVI-6). */
export type PersonalData =
  | {
      /** A query for each section of the export; `$1` is the person's id. */
      readonly sections: Readonly<Record<string, string>>
      /** `row goes`: deleted by `on delete cascade`. `id stays`: only the id remains, without a name. Otherwise a statement. */
      readonly erasure: 'row goes' | 'id stays' | { readonly sql: string }
    }
  | { readonly none: string }

/** Rule that deletes old rows; in `old`, `$1` is the time before which a row is old. */
export type Retention =
  /** Age chosen by the operator. */
  | { readonly keep: keyof KeptDays; readonly old: string }
  | { readonly keepMs: number; readonly old: string }
  /** Rows are deleted with the row of another table, by `on delete cascade`. */
  | { readonly goesWith: string }
  /** Records are cut off at the beginning of the chain (`evidence/chain-cut.ts`). */
  | { readonly cutWith: 'chain' }
  /** No age limit; the text gives the reason, or the code that deletes the rows. */
  | { readonly stays: string }

export interface Table {
  readonly personalData: PersonalData
  readonly retention: Retention
  /** Values that are deleted earlier than their row; `sql` ends in a condition, to which the check of the clock is added. */
  readonly blanked?: { readonly keep: keyof KeptDays; readonly sql: string }
  /** Kinds of records that a change of the table leaves in the chain (`docs/evidence.md`), or why it leaves none. */
  readonly evidence: readonly string[] | { readonly none: string }
  /** Reason why backups leave the rows out. */
  readonly leftOut?: string
}
