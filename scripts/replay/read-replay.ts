import * as v from 'valibot'
import { type ReplayDocument, replaySchema } from '../../src/inspector/replay/replay-schema.ts'

/** @throws an Error that names the file and its fault, if the file is not a test that the inspector saved */
export function readReplay(text: string, name: string): ReplayDocument {
  try {
    return v.parse(replaySchema, JSON.parse(text))
  } catch (cause) {
    const fault = cause instanceof Error ? cause.message : String(cause)
    throw new Error(`${name} is no file of 'Virar teste' in the inspector: ${fault}`, { cause })
  }
}
