import type { Bus } from '../bus/bus.ts'
import type { Database } from '../database/database.ts'

/** What a command has to work with, in the running server or in a process of its own. */
export type LocalParts = { database: Database; bus: Bus; now: () => number }

/**
 * What a person at the machine asks of an installation. `input` and what it resolves to travel as JSON: the command parses `input` by a
 * schema. What it throws as an `OperatorError` is told to that person as it is; anything else only that it failed.
 * Without a server the database may still be of an older version: a command that needs the newest schema calls `migrate` first.
 */
export type LocalCommand = (parts: LocalParts, input: unknown) => Promise<unknown>
