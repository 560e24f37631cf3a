import { type Inspected, inspect, type Member } from './inspected-value.ts'

/** A part of a value that differs between two moments, as text with secrets masked; null if the part is absent. */
export interface ValueDifference {
  /** Names from the outside to the inside, with dots; '' for the whole value. */
  path: string
  before: string | null
  after: string | null
}

const most = { differences: 100, depth: 8 } as const

/** The parts of a value that differ, at most 100 (INS-8). Equal references are not searched. */
export function valueDifferences(before: unknown, after: unknown): readonly ValueDifference[] {
  const found: ValueDifference[] = []
  compare('', memberOf(before), memberOf(after), 0)
  return found

  function compare(path: string, one: Member | undefined, other: Member | undefined, depth: number): void {
    if (
      found.length >= most.differences ||
      (one !== undefined && other !== undefined && Object.is(one.value, other.value))
    )
      return
    const [from, to] = [inspected(one), inspected(other)]
    if (from?.kind === 'group' && to?.kind === 'group' && depth < most.depth) {
      const [left, right] = [membersOf(from), membersOf(to)]
      for (const key of new Set([...left.keys(), ...right.keys()]))
        compare(path === '' ? key : `${path}.${key}`, left.get(key), right.get(key), depth + 1)
      return
    }
    const [left, right] = [textOf(from), textOf(to)]
    const isSecret = to?.kind === 'leaf' && to.type === 'secret'
    if (left !== right || from?.kind !== to?.kind || isSecret) found.push({ path, before: left, after: right })
  }
}

function memberOf(value: unknown): Member {
  return { key: '', value, isSecret: false }
}

function inspected(member: Member | undefined): Inspected | undefined {
  return member === undefined ? undefined : inspect(member.value, member.isSecret)
}

function membersOf({ members, size }: Extract<Inspected, { kind: 'group' }>): ReadonlyMap<string, Member> {
  return new Map(members(0, size).map((member) => [member.key, member]))
}

function textOf(seen: Inspected | undefined): string | null {
  if (seen === undefined) return null
  if (seen.kind === 'group') return seen.label
  return seen.type === 'text' ? `"${seen.text}"` : seen.text
}
