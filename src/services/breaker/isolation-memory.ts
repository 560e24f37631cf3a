import * as v from 'valibot'
import type { Log } from '../log/log.ts'
import { isolationKeys, type LocalData } from '../storage/local-data.ts'

export const isolationSchema = v.object({
  /** Milliseconds since the epoch. */
  until: v.pipe(v.number(), v.finite()),
  /** Name of the person who isolated the device. */
  by: v.string(),
  reason: v.string(),
  /** Id (UUID) of the audit record of its end; isolations of earlier versions have none. */
  endId: v.exactOptional(v.string()),
})

/** A person's decision to block calls to a device until a time. */
export type Isolation = v.InferOutput<typeof isolationSchema>

const id = v.pipe(v.string(), v.nonEmpty())
const isolatedSchema = v.object({ wordCode: id, condominiumId: id, isolation: isolationSchema })

export type IsolatedDevice = v.InferOutput<typeof isolatedSchema>

const storedSchema = v.array(v.object({ ...isolatedSchema.entries, customersId: v.string() }))

/**
 * An isolation that a new version of the panel ended when it cleared the storage. `at`: milliseconds since the epoch.
 */
export type EndedIsolation = IsolatedDevice & { at: number }

const endedSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ at: v.pipe(v.number(), v.finite()), devices: storedSchema }),
)

/** Isolated devices of a customer in this browser, for every person: the next shift must see them. */
export interface IsolationMemory {
  /** Null if nothing was ever stored, or storage fails. */
  read(): IsolatedDevice[] | null
  write(device: IsolatedDevice): void
  remove(wordCode: string): void
  /** Removes and returns the isolations that a new version of the panel ended, in condominiums that `maySee` allows (VER-1). */
  takeEnded(maySee: (condominiumId: string) => boolean): EndedIsolation[]
  /** Calls back when another tab has isolated or released a device. Returns a stop function. */
  watch(onChange: () => void): () => void
}

export function createIsolationMemory(localData: LocalData, log: Log, customersId: string): IsolationMemory {
  const { kept: key, ended: endedKey } = isolationKeys
  const readAll = () => {
    const text = localData.read(key)
    if (text === null) return null
    const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), storedSchema), text)
    if (parsed.success) return parsed.output
    log.warn('Dispositivos isolados ilegíveis no armazenamento local.', parsed.issues[0].message)
    return null
  }
  const replace = (wordCode: string, added: v.InferOutput<typeof storedSchema>) => {
    const others = (readAll() ?? []).filter((each) => each.wordCode !== wordCode)
    localData.write(key, JSON.stringify([...others, ...added]))
  }
  return {
    read: () => readAll()?.filter((each) => each.customersId === customersId) ?? null,
    write: (device) => replace(device.wordCode, [{ ...device, customersId }]),
    remove: (wordCode) => replace(wordCode, []),
    takeEnded(maySee) {
      const lines = localData.read(endedKey)?.split('\n') ?? []
      const all = lines.flatMap((line) => {
        const parsed = v.safeParse(endedSchema, line)
        return parsed.success ? parsed.output.devices.map((device) => ({ ...device, at: parsed.output.at })) : []
      })
      const isOwn = (each: (typeof all)[number]) => each.customersId === customersId && maySee(each.condominiumId)
      const others = all.filter((each) => !isOwn(each))
      if (others.length === 0) localData.remove(endedKey)
      else
        localData.write(
          endedKey,
          others.map(({ at, ...device }) => JSON.stringify({ at, devices: [device] })).join('\n'),
        )
      return all.filter(isOwn)
    },
    watch(onChange) {
      const onStorage = (event: StorageEvent) => {
        if (event.key === key) onChange()
      }
      addEventListener('storage', onStorage)
      return () => removeEventListener('storage', onStorage)
    },
  }
}
