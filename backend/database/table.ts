/** Kinds of data whose time the operator may choose (`GUARITA_KEEP`, EVI-6), with the days that hold without a choice. */
export const usualDays = {
  /** Events at gates. */
  events: 90,
  notifications: 90,
  /** When a device was reached, switched and restarted, and its incidents. */
  changes: 90,
  /** Addresses and browsers of sign-ins: six months (Marco Civil, art. 15). */
  access: 183,
  /** Records of the chain. */
  audit: 5 * 366,
} as const

export type KeptDays = { readonly [Kind in keyof typeof usualDays]: number }

/** Personal data in a table: what the export contains, and what happens when a person is erased (LGPD, EVI-6). */
export type PersonalData =
  | {
      /** A query for each section of the export; `$1` is the person's id. */
      readonly sections: Readonly<Record<string, string>>
      /** `row goes`: by `on delete cascade`. `id stays`: only the id is kept, which names nobody after the erasure. Or a statement. */
      readonly erasure: 'row goes' | 'id stays' | { readonly sql: string }
    }
  | { readonly none: string }

/** Rule that deletes old rows; in `old`, `$1` is the time before which a row is old. */
export type Retention =
  /** Age chosen by the operator. */
  | { readonly keep: keyof KeptDays; readonly old: string }
  | { readonly keepMs: number; readonly old: string }
  /** Rows go with the row of another table, by `on delete cascade`. */
  | { readonly goesWith: string }
  /** Records are cut off at the beginning of the chain (`evidence/chain-cut.ts`). */
  | { readonly cutWith: 'chain' }
  /** No age; the text says why, or who deletes the rows. */
  | { readonly stays: string }

export interface Table {
  readonly personalData: PersonalData
  readonly retention: Retention
  /** Values that go earlier than their row. */
  readonly blanked?: { readonly keep: keyof KeptDays; readonly sql: string }
  /** Kinds of records that a change of the table leaves in the chain (`docs/evidence.md`), or why it leaves none. */
  readonly evidence: readonly string[] | { readonly none: string }
  /** Why backups leave the rows out. */
  readonly leftOut?: string
}
