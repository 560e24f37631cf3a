import { not } from 'xstate'
import { type CallFailure, callFailureOf } from './call-failure.ts'
import { failed } from './failed.ts'

/** Context of every form of a record; `Stored` is the record as the server sends it. */
export interface RecordFormContext<Stored, Fields> {
  /** Null for a new record. */
  id: string | null
  /** The record as loaded; changes are compared with it. */
  record: Stored | null
  fields: Fields
  problems: Readonly<Partial<Record<keyof Fields, string>>>
  /** Counts the refusals, so that a view can focus the first problem after each of them. */
  refusals: number
  failure: CallFailure | null
  /** The record as another user has saved it. */
  theirs: Stored | null
  /** The address that the user wanted to open when asked about unsaved changes. */
  destination: string
}

export type RecordFormEvent =
  | { type: 'form.save' }
  | { type: 'form.reload' }
  /** The three ways to resolve a conflict. */
  | { type: 'conflict.keepMine' }
  | { type: 'conflict.takeTheirs' }
  | { type: 'conflict.goOn' }
  | LeaveEvent

export type LeaveEvent =
  /** A link to another page or Back was used. */
  { type: 'form.leave'; to: string } | { type: 'leave.confirm' } | { type: 'leave.stay' }

export const noteFailure = { type: 'noteFailure', params: ({ event }: { event: { error: unknown } }) => event } as const

/** Whether the record does not exist, or the user may not see it. */
export function isMissing(_: unknown, { error }: { error: unknown }): boolean {
  return [403, 404].includes(callFailureOf(error).status ?? 0)
}

/** The states `missing` and `unavailable`, and the transitions of a failed load to them. */
export function loadFailures(texts: { missing: string; unavailable: string }) {
  return {
    onError: [
      {
        guard: { type: 'isMissing', params: ({ event }: { event: { error: unknown } }) => event },
        target: 'missing',
        actions: [failed(texts.missing), noteFailure],
      },
      { target: 'unavailable', actions: [failed(texts.unavailable), noteFailure] },
    ],
  } as const
}

/** Region: whether the form has unsaved changes. */
export const draft = {
  description: 'Whether the form has unsaved changes.',
  initial: 'unchanged',
  states: {
    unchanged: { always: { guard: 'isChanged', target: 'changed' } },
    changed: { tags: 'changed', always: { guard: not('isChanged'), target: 'unchanged' } },
  },
} as const

/** Transitions of the region that asks before a link discards unsaved changes; `discarded` is the id of a final state. */
export const leaving = {
  staying: {
    'form.leave': {
      guard: 'isChanged',
      target: 'asking',
      actions: { type: 'noteDestination', params: ({ event }: { event: { to: string } }) => event },
    },
  },
  asking: {
    'leave.confirm': {
      target: '#discarded',
      actions: { type: 'followLink', params: ({ context }: { context: { destination: string } }) => context },
    },
    'leave.stay': 'staying',
  },
} as const
