import { type IDBPDatabase, openDB } from 'idb'
import * as v from 'valibot'
import type { Log } from '../log/log.ts'
import { lastKnownDatabase } from './last-known-removal.ts'
import { createSeal, type Seal, sealedText } from './seal.ts'

const storeName = 'answers'

/** What is kept of one session, so that a browser's room is not filled: this many answers, none longer than that many characters. */
const most = { answers: 30, characters: 4_000_000 } as const

/** SES-9: no session is longer, and nothing is kept beyond it. */
const keptMs = 12 * 60 * 60_000

/** How long an IndexedDB that does not answer is waited for by a page that has nothing to show yet. */
const patienceMs = 1_000

/** The last answer to a call, and when it was known to be so, in milliseconds since the epoch. */
export interface KeptAnswer {
  at: number
  data: unknown
}

const answerSchema = v.pipe(v.string(), v.parseJson(), v.object({ at: v.number(), data: v.unknown() }))

/**
 * What the server last told whoever is signed in, in IndexedDB, sealed with that session's token: the cookie's end makes it
 * unreadable, wherever it is left. None of it throws; a browser without storage or Web Crypto keeps nothing.
 */
export interface LastKnownStore {
  /** What is kept of this session, by call. Empty where there is none, or where the browser does not answer in time. */
  read(): Promise<ReadonlyMap<string, KeptAnswer>>
  keep(call: string, answer: KeptAnswer): Promise<void>
}

/** @param token of the session that lasts now, or null */
export function createLastKnownStore(
  token: () => string | null,
  { log, now }: { log: Log; now: () => number },
): LastKnownStore {
  const open = async <Value>(fallback: Value, act: (database: IDBPDatabase, seal: Seal) => Promise<Value>) => {
    const secret = token()
    if (secret === null) return fallback
    try {
      const seal = await createSeal(secret)
      const database = await openDB(lastKnownDatabase, 1, {
        upgrade: (fresh) => {
          fresh.createObjectStore(storeName)
        },
      })
      // Closed each time: one that stands open holds up its removal, in another tab, too.
      try {
        return token() === secret ? await act(database, seal) : fallback
      } finally {
        database.close()
      }
    } catch (error) {
      log.warn('O que se sabia por último não pôde ser guardado ou lido neste navegador.', error)
      return fallback
    }
  }
  const nothing: ReadonlyMap<string, KeptAnswer> = new Map()
  return {
    read: () =>
      inTime(
        nothing,
        open(nothing, async (database, { unseal }) => {
          const store = database.transaction(storeName).store
          const [calls, texts] = await Promise.all([store.getAllKeys(), store.getAll()])
          const answers = texts.map(async (text, index): Promise<[string, KeptAnswer][]> => {
            const parsed = v.safeParse(answerSchema, await unseal(v.parse(sealedText, text)).catch(() => undefined))
            return parsed.success && now() - parsed.output.at < keptMs ? [[String(calls[index]), parsed.output]] : []
          })
          return new Map((await Promise.all(answers)).flat())
        }),
      ),
    keep: async (call, answer) => {
      const text = JSON.stringify(answer)
      if (text.length > most.characters) return
      await open(undefined, async (database, { seal }) => {
        const sealedAnswer = await seal(text)
        const isRoom = (await database.count(storeName)) < most.answers
        if (isRoom || (await database.getKey(storeName, call)) !== undefined)
          await database.put(storeName, sealedAnswer, call)
      })
    },
  }
}

function inTime<Value>(fallback: Value, asked: Promise<Value>): Promise<Value> {
  return Promise.race([asked, new Promise<Value>((resolve) => setTimeout(resolve, patienceMs, fallback))])
}
