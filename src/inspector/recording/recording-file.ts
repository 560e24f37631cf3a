import * as v from 'valibot'
import { FileRecording } from './file-recording.ts'
import type { Recording } from './recording.ts'
import { recordingFormat, recordingSchema } from './recording-schema.ts'

/** A recording that was read from a file. */
export interface RecordingFile {
  name: string
  recording: Recording
  /** The selected actor at the time of the export; null if unknown. */
  actorId: string | null
}

export const largestRecordingBytes = 100 * 1024 * 1024

/**
 * Reads a file that an inspector exported, in this or another panel.
 * @throws an Error with the file's problem as a text for a person
 */
export function readRecording(name: string, text: string): RecordingFile {
  const parsed = safely(documentIn(text))
  if (parsed?.success)
    return { name, recording: new FileRecording(parsed.output), actorId: parsed.output.actorId ?? null }
  const path = parsed === null ? null : v.getDotPath(parsed.issues[0])
  const where = path === null ? '' : ` em "${path}"`
  throw new Error(`Esta gravação está danificada${where}. Exporte-a outra vez no inspetor.`)
}

/** Null if the document is nested too deep. */
function safely(document: unknown) {
  try {
    return v.safeParse(recordingSchema, document)
  } catch {
    return null
  }
}

function documentIn(text: string): unknown {
  const document = parsed(text)
  const { format, version } = headOf(document)
  if (format !== recordingFormat.format)
    throw new Error('Este arquivo não é uma gravação do inspetor. Escolha um que tenha sido exportado por ele.')
  if (version !== recordingFormat.version)
    throw new Error('Esta gravação é de outra versão do inspetor. Abra-a no painel em que foi feita.')
  return document
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new Error('Este arquivo não é uma gravação do inspetor, ou está incompleto. Exporte-a outra vez.', { cause })
  }
}

function headOf(document: unknown): { format?: unknown; version?: unknown } {
  return typeof document === 'object' && document !== null ? document : {}
}
