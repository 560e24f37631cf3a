import * as v from 'valibot'
import type { Log } from '../log/log.ts'
import type { LocalData } from '../storage/local-data.ts'

export const isolationSchema = v.object({
  /** Milliseconds since the epoch. */
  until: v.pipe(v.number(), v.finite()),
  /** Name of who isolated the device. */
  by: v.string(),
  reason: v.string(),
})

/** A person keeps a device from being called, until a time. */
export type Isolation = v.InferOutput<typeof isolationSchema>

const id = v.pipe(v.string(), v.nonEmpty())
const isolatedSchema = v.object({ wordCode: id, condominiumId: id, isolation: isolationSchema })

/** A device that somebody has isolated. */
export type IsolatedDevice = v.InferOutput<typeof isolatedSchema>

const key = 'isolatedDevices'
const storedSchema = v.array(v.object({ ...isolatedSchema.entries, customersId: v.string() }))

/** The devices of a customer that are isolated in this browser, whoever is signed in: the next shift must not undo it unknowingly. */
export interface IsolationMemory {
  /** Null where nothing was ever kept, or storage refuses. */
  read(): IsolatedDevice[] | null
  write(device: IsolatedDevice): void
  remove(wordCode: string): void
  /** Calls back when another tab has isolated or released a device. Returns the way to stop. */
  watch(onChange: () => void): () => void
}

export function createIsolationMemory(localData: LocalData, log: Log, customersId: string): IsolationMemory {
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
    watch(onChange) {
      const onStorage = (event: StorageEvent) => {
        if (event.key === key) onChange()
      }
      addEventListener('storage', onStorage)
      return () => removeEventListener('storage', onStorage)
    },
  }
}
