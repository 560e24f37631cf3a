import type { Dossier } from '../../contract/wire/answers/evidence.ts'
import type { CheckedRecord } from './chain-links.ts'
import { canonical } from './chain-record.ts'
import { type PartFile, partFile } from './part-file.ts'

/**
 * Stores the personal values of a dossier in several files, by the first characters of the hash, so that each file can
 * be sorted in memory.
 */
export type PersonalFile = {
  /** Stores and returns the personal values of a record; 'apagado' stands for an erased value. */
  take(record: CheckedRecord): Dossier['personal']
  /** Writes all values, sorted, into one file: the members of a canonical JSON object. */
  sorted(): PartFile
}

const count = 64
const bufferLength = 16_384
const saltedIn = /\{"salted":"([0-9a-f]{64})"\}/g

export function personalFile(directory: string): PersonalFile {
  const files = Array.from({ length: count }, () => partFile(directory, bufferLength))
  return {
    take({ text, personal }) {
      const own: Dossier['personal'] = {}
      for (const [, hash = ''] of text.matchAll(saltedIn)) own[hash] = 'apagado'
      for (const { hash, salt, value } of personal) own[hash] = { salt, value }
      for (const [hash, kept] of Object.entries(own))
        files[Math.floor((Number.parseInt(hash.slice(0, 2), 16) * count) / 256)]?.write(
          `"${hash}":${canonical(kept)}\n`,
        )
      return own
    },
    sorted() {
      const all = partFile(directory)
      for (const file of files) {
        const lines = Buffer.concat(Array.from(file.chunks(), (chunk) => Buffer.from(chunk)))
          .toString()
          .split('\n')
          .slice(0, -1)
        for (const line of lines.toSorted()) all.item(line)
      }
      return all
    },
  }
}
