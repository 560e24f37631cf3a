import type { BusParts } from '../bus/bus.ts'

/**
 * What a person at the machine asks of an installation. `input` and what it resolves to travel as JSON: the command parses `input` by a
 * schema. What it throws as an `OperatorError` is told to that person as it is; anything else only that it failed.
 * Without a server the database may still be of an older version: a command that needs the newest schema calls `migrate` first.
 */
export type LocalCommand = (parts: BusParts, input: unknown) => Promise<unknown>
