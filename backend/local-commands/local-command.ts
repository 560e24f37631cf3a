import type { BusParts } from '../bus/bus.ts'

/**
 * A command from a terminal. `input` and result are sent as JSON: the command parses `input` by a schema. An `OperatorError` is shown to
 * the person, any other error only as a failure. Without a running server the database may have an older version: a command that needs the
 * newest schema calls `migrate` first.
 */
export type LocalCommand = (parts: BusParts, input: unknown) => Promise<unknown>
