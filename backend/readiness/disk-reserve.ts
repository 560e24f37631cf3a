import { statfs } from 'node:fs/promises'
import { bounds } from '../bounds.ts'
import { DatabaseUnavailable } from '../database/database-unavailable.ts'
import type { Warnings } from './warnings.ts'

/** Free and total bytes of the disk of a directory. */
export type MeasureDisk = (directory: string) => Promise<{ free: number; total: number }>

/** A part of the disk that only sign-in, commands and records of the server may use (OPS-4). */
export type DiskReserve = {
  /**
   * Resolves to whether less disk space than the reserve is free. Measures at most once a second. Sets or ends the
   * warning `disk`.
   */
  isUsed(): Promise<boolean>
  /** Rejects with `DatabaseUnavailable` while less than the reserve is free. */
  require(): Promise<void>
}

export const measureDisk: MeasureDisk = async (directory) => {
  const { bavail, blocks, bsize } = await statfs(directory)
  return { free: bavail * bsize, total: blocks * bsize }
}

/** @param directory undefined: the data are not on a disk of this machine, and the server cannot know its free space */
export function diskReserve(
  directory: string | undefined,
  { measure = measureDisk, warnings }: { measure?: MeasureDisk | undefined; warnings: Pick<Warnings, 'set'> },
): DiskReserve {
  let last: { at: number; isUsed: Promise<boolean> } | undefined

  async function look(directory: string): Promise<boolean> {
    // If the directory cannot be measured, the database itself reports the failure.
    const isUsed = await measure(directory).then(isReserveUsed, () => false)
    warnings.set('disk', '', isUsed ? usedText : undefined)
    return isUsed
  }

  function isUsed(): Promise<boolean> {
    if (directory === undefined) return Promise.resolve(false)
    const at = performance.now()
    if (last === undefined || at - last.at >= bounds.readiness.most.knownMs) last = { at, isUsed: look(directory) }
    return last.isUsed
  }

  return {
    isUsed,
    async require() {
      if (await isUsed()) throw new DatabaseUnavailable(diskFull)
    },
  }
}

const usedText =
  'O disco tem menos espaço livre que a reserva. Registros enviados por painéis e eventos dos portões são recusados (503) até que haja espaço.'

/** SQLSTATE of a full disk. */
const diskFull = { code: '53100' }

function isReserveUsed({ free, total }: { free: number; total: number }): boolean {
  const { freeBytes, freePercent, percentAtMostBytes } = bounds.diskReserve.most
  return free < Math.max(freeBytes, Math.min((total * freePercent) / 100, percentAtMostBytes))
}
