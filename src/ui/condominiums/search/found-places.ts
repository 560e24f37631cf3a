import type { Condominium } from '../../../../contract/wire/answers/condominiums.ts'
import type { Device } from '../../../../contract/wire/answers/devices/devices.ts'
import type { SearchedCondominium } from './condominium-index.ts'

/** Option of the search: all condominiums, one condominium, or a device. */
export type FoundOption =
  | { kind: 'all' }
  | { kind: 'condominium'; condominium: Condominium }
  | { kind: 'device'; device: Device }

type Found =
  | { kind: 'all' }
  | { kind: 'condominium'; items: readonly Condominium[] }
  | { kind: 'device'; items: readonly Device[] }

/** Options of one group; its title has its own row, or is '' if all results are of one kind. */
export type FoundGroup = Found & {
  title: string
  /** Index of its first option in the whole list, from 0. */
  firstOption: number
  /** Row of its first option, from 0. */
  firstRow: number
}

/** Number of options of each kind that come before the remaining options of the other kind. */
const firstCount = 6

/**
 * Sorts the condominiums of `head` first, in the order of `head`, then condominiums with offline devices, then the
 * others in the order of `condominiums` (PAGE-6).
 * @param head ids of the recently opened condominiums, newest first
 */
export function ranked(
  condominiums: readonly SearchedCondominium[],
  head: readonly string[],
  troubled: ReadonlySet<string>,
): readonly SearchedCondominium[] {
  if (head.length === 0 && troubled.size === 0) return condominiums
  const opened = new Map<string, SearchedCondominium>()
  const inTrouble: SearchedCondominium[] = []
  const rest: SearchedCondominium[] = []
  const openedIds = new Set(head)
  for (const each of condominiums) {
    const { id } = each.condominium
    if (openedIds.has(id)) opened.set(id, each)
    else if (troubled.has(id)) inTrouble.push(each)
    else rest.push(each)
  }
  return [...head.flatMap((id) => opened.get(id) ?? []), ...inTrouble, ...rest]
}

/** Groups the results: the first results of both kinds come first, so that many of one kind do not hide the other. */
export function foundGroups(
  condominiums: readonly Condominium[],
  devices: readonly Device[],
  { hasAll }: { hasAll: boolean },
): readonly FoundGroup[] {
  const found: readonly (Found & { title: string })[] =
    devices.length === 0
      ? [{ title: '', kind: 'condominium', items: condominiums }]
      : [
          { title: 'Condomínios', kind: 'condominium', items: condominiums.slice(0, firstCount) },
          { title: 'Dispositivos', kind: 'device', items: devices.slice(0, firstCount) },
          { title: 'Outros condomínios', kind: 'condominium', items: condominiums.slice(firstCount) },
          { title: 'Outros dispositivos', kind: 'device', items: devices.slice(firstCount) },
        ]
  const groups: FoundGroup[] = hasAll ? [{ title: '', kind: 'all', firstOption: 0, firstRow: 0 }] : []
  for (const each of found.filter((group) => sizeOf(group) > 0)) {
    const titles = each.title === '' ? 0 : 1
    groups.push({ ...each, firstOption: optionCount(groups), firstRow: rowCount(groups) + titles })
  }
  return groups
}

export function optionCount(groups: readonly FoundGroup[]): number {
  const last = groups.at(-1)
  return last === undefined ? 0 : last.firstOption + sizeOf(last)
}

/** Counts the rows, titles included. */
export function rowCount(groups: readonly FoundGroup[]): number {
  const last = groups.at(-1)
  return last === undefined ? 0 : last.firstRow + sizeOf(last)
}

/** Finds the option at an index in the whole list, from 0. */
export function optionAt(groups: readonly FoundGroup[], index: number): FoundOption | undefined {
  const group = groups.findLast(({ firstOption }) => firstOption <= index)
  return group && optionIn(group, index - group.firstOption)
}

/** Finds the row of an option; -1 if the index is no option. */
export function rowOfOption(groups: readonly FoundGroup[], index: number): number {
  const group = groups.findLast(({ firstOption }) => firstOption <= index)
  return group === undefined ? -1 : group.firstRow + index - group.firstOption
}

export function titleRows(groups: readonly FoundGroup[]): readonly number[] {
  return groups.flatMap(({ title, firstRow }) => (title === '' ? [] : firstRow - 1))
}

export function keyOf(option: FoundOption): string {
  if (option.kind === 'condominium') return option.condominium.id
  return option.kind === 'device' ? `device ${option.device.wordCode}` : 'all'
}

function optionIn(group: FoundGroup, index: number): FoundOption | undefined {
  if (group.kind === 'all') return { kind: 'all' }
  if (group.kind === 'device') {
    const device = group.items[index]
    return device && { kind: 'device', device }
  }
  const condominium = group.items[index]
  return condominium && { kind: 'condominium', condominium }
}

function sizeOf(group: Found): number {
  return group.kind === 'all' ? 1 : group.items.length
}
