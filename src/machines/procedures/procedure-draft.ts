import type { ProcedureKind } from '../../../contract/procedures/procedure-kinds.ts'
import { type Procedure, type ProcedureStep, stepRule } from '../../../contract/wire/answers/procedures.ts'

/** Returns the own procedures with the procedure of one kind replaced. Null gives the kind its default again. */
export function withProcedure(
  own: readonly Procedure[],
  kind: ProcedureKind,
  steps: readonly ProcedureStep[] | null,
): Procedure[] {
  const others = own.filter((each) => each.kind !== kind)
  return steps === null ? others : [...others, { kind, steps: [...steps] }]
}

/** Lists the kinds whose own procedures differ. */
export function changedKinds(before: readonly Procedure[], now: readonly Procedure[]): ProcedureKind[] {
  const kinds = new Set([...before, ...now].map(({ kind }) => kind))
  return [...kinds].filter((kind) => textOf(before, kind) !== textOf(now, kind))
}

/** Applies the person's changes, which were made to older procedures, to the current procedures. */
export function onTop(
  before: readonly Procedure[],
  mine: readonly Procedure[],
  theirs: readonly Procedure[],
): Procedure[] {
  return changedKinds(before, mine).reduce(
    (own, kind) => withProcedure(own, kind, mine.find((each) => each.kind === kind)?.steps ?? null),
    [...theirs],
  )
}

export function hasProblem(own: readonly Procedure[]): boolean {
  return own.some(({ steps }) => steps.some(({ text }) => stepRule(text.trim()) !== undefined))
}

function textOf(own: readonly Procedure[], kind: ProcedureKind): string {
  return JSON.stringify(own.find((each) => each.kind === kind)?.steps ?? null)
}
