import { statfs } from 'node:fs/promises'
import { bounds } from '../bounds.ts'
import { DatabaseUnavailable } from '../database/database-unavailable.ts'

/** Free and total bytes of the disk of a directory. */
export type MeasureDisk = (directory: string) => Promise<{ free: number; total: number }>

/** A part of the disk that only sign-in, commands and records of the server may use (OPS-4). */
export type DiskReserve = {
  /** Rejects with `DatabaseUnavailable` while less than the reserve is free. */
  require(): Promise<void>
}

const knownForMs = 1_000

export const measureDisk: MeasureDisk = async (directory) => {
  const { bavail, blocks, bsize } = await statfs(directory)
  return { free: bavail * bsize, total: blocks * bsize }
}

/** @param directory undefined: the data are not on a disk of this machine, and the server cannot know its free space */
export function diskReserve(directory: string | undefined, measure: MeasureDisk = measureDisk): DiskReserve {
  let last: { at: number; isUsed: Promise<boolean> } | undefined
  return {
    async require() {
      if (directory === undefined) return
      const at = performance.now()
      if (last === undefined || at - last.at >= knownForMs)
        // If the directory cannot be measured, the database itself reports the failure.
        last = { at, isUsed: measure(directory).then(isUsed, () => false) }
      if (await last.isUsed) throw new DatabaseUnavailable(diskFull)
    },
  }
}

/** SQLSTATE of a full disk. */
const diskFull = { code: '53100' }

function isUsed({ free, total }: { free: number; total: number }): boolean {
  const { freeBytes, freePercent, percentAtMostBytes } = bounds.diskReserve.most
  return free < Math.max(freeBytes, Math.min((total * freePercent) / 100, percentAtMostBytes))
}
