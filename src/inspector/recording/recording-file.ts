import * as v from 'valibot'
import type { EventFilter } from './event-filter.ts'
import { FileRecording } from './file-recording.ts'
import type { Recording } from './recording.ts'
import { type Origin, readableVersions, recordingFormat, recordingSchema } from './recording-schema.ts'

/** A recording that was read from a file. */
export interface RecordingFile {
  name: string
  recording: Recording
  /** The selected actor at the time of the export; null if unknown. */
  actorId: string | null
  /** The event that was shown; null for the newest. */
  seq: number | null
  /** Null in older files. */
  filter: EventFilter | null
  origin: Origin
}

export const largestRecordingBytes = 100 * 1024 * 1024

const tooLargeText = 'Este arquivo é grande demais para uma gravação do inspetor: o limite é de 100 MB.'

/**
 * Reads a file that an inspector of this or another panel exported. The file may be compressed.
 * @throws an Error with the file's problem as a text for a person
 */
export async function readRecordingFile(file: File): Promise<RecordingFile> {
  if (file.size > largestRecordingBytes) throw new Error(tooLargeText)
  const head = new Uint8Array(await file.slice(0, 2).arrayBuffer())
  return readRecording(file.name, head[0] === 0x1f && head[1] === 0x8b ? await unpacked(file) : await file.text())
}

async function unpacked(file: Blob): Promise<string> {
  const parts: Blob[] = []
  let size = 0
  try {
    for await (const part of file.stream().pipeThrough(new DecompressionStream('gzip')).values()) {
      size += part.length
      if (size > largestRecordingBytes) break
      parts.push(new Blob([part]))
    }
  } catch (cause) {
    throw new Error('Este arquivo está incompleto ou danificado. Peça-o outra vez.', { cause })
  }
  if (size > largestRecordingBytes) throw new Error(tooLargeText)
  return new Blob(parts).text()
}

/**
 * Reads the text of a file that an inspector exported.
 * @throws an Error with the file's problem as a text for a person
 */
export function readRecording(name: string, text: string): RecordingFile {
  const parsed = safely(documentIn(text))
  if (parsed?.success) {
    const {
      recordedAt,
      panelVersion,
      browser = '',
      note = '',
      actorId = null,
      seq = null,
      filter = null,
    } = parsed.output
    const origin = { recordedAt, panelVersion, browser, note }
    return { name, recording: new FileRecording(parsed.output), actorId, seq, filter, origin }
  }
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
  if (!readableVersions.some((readable) => readable === version))
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
