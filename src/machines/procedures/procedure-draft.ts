import type { ProcedureKind } from '../../../contract/procedures/procedure-kinds.ts'
import { type Procedure, type ProcedureStep, stepRule } from '../../../contract/wire/answers/procedures.ts'

/** Own procedures with those of one kind replaced; null: the kind has the default again. */
export function withProcedure(
  own: readonly Procedure[],
  kind: ProcedureKind,
  steps: readonly ProcedureStep[] | null,
): Procedure[] {
  const others = own.filter((each) => each.kind !== kind)
  return steps === null ? others : [...others, { kind, steps: [...steps] }]
}

/** Kinds whose own procedure differs. */
export function changedKinds(before: readonly Procedure[], now: readonly Procedure[]): ProcedureKind[] {
  const kinds = new Set([...before, ...now].map(({ kind }) => kind))
  return [...kinds].filter((kind) => textOf(before, kind) !== textOf(now, kind))
}

/** The current procedures with the person's changes to older ones. */
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
