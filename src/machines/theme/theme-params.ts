import type { ThemeChoice, ThemeGroup, ThemeTable } from '../../../contract/theme/theme-table.ts'

/** A group whose choice is kept; `sticky` follows the page. */
export type StoredGroup = Exclude<ThemeGroup, 'sticky'>

/** A state in which a choice is worn. */
export function worn(choice: ThemeChoice) {
  return { entry: { type: 'wear', params: choice } } as const
}

/** Where a region begins: in the choice that is stored, else in its default. */
export function fromStored<Group extends StoredGroup>(
  group: Group,
  choices: readonly (keyof ThemeTable[Group] & string)[],
  otherwise: keyof ThemeTable[Group] & string,
) {
  return {
    always: [
      ...choices.map((choice) => ({ guard: { type: 'isStored', params: { group, choice } }, target: choice }) as const),
      { target: otherwise },
    ],
  }
}
