import * as v from 'valibot'
import { errorBody } from './errors.ts'

export const imported = v.object({ ok: v.literal(true), imported: v.number() })

/** The given codes that a device has already (DESK-7). */
export const takenCodesAnswer = v.object({ taken: v.array(v.string()) })

/** Problem of a row whose code a device has already. */
export const takenCodeText = 'Já existe um dispositivo com este código. Escolha outro.'

export type Imported = v.InferOutput<typeof imported>

/** No row was stored. Each problem names the spreadsheet's row number and the column title. */
export const importError = v.object({
  ok: v.fallback(v.literal(false), false),
  ...errorBody.entries,
  rows: v.array(v.object({ row: v.number(), column: v.string(), message: v.string() })),
})

export type ImportError = v.InferOutput<typeof importError>
