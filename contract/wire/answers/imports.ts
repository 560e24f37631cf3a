import * as v from 'valibot'
import { errorBody } from './errors.ts'

/** All rows were stored. */
export const imported = v.object({ ok: v.literal(true), imported: v.number() })

export type Imported = v.InferOutput<typeof imported>

/** Nothing was stored: what is wrong with which cell, by the row's number in the spreadsheet and the title of its column. */
export const importError = v.object({
  ok: v.fallback(v.literal(false), false),
  ...errorBody.entries,
  rows: v.array(v.object({ row: v.number(), column: v.string(), message: v.string() })),
})

export type ImportError = v.InferOutput<typeof importError>
