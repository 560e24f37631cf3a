import type { ThemeChoice, ThemeGroup, ThemeTable } from '../../../contract/theme/theme-table.ts'

/** A group with a stored choice; `sticky` depends on the scroll position instead. */
export type StoredGroup = Exclude<ThemeGroup, 'sticky'>

/** A state that applies a choice to the page. */
export function worn(choice: ThemeChoice) {
  return { entry: { type: 'wear', params: choice } } as const
}

/** The initial state of a region: the stored choice, else the default. */
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
