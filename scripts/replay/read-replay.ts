import * as v from 'valibot'
import { type ReplayDocument, replaySchema } from '../../src/inspector/replay/replay-schema.ts'

/** @throws an Error that names the file, if it is no period of a recording that the inspector saved as a test */
export function readReplay(text: string, name: string): ReplayDocument {
  try {
    return v.parse(replaySchema, JSON.parse(text))
  } catch (cause) {
    throw new Error(`${name} is no file of 'Virar teste' in the inspector.`, { cause })
  }
}
