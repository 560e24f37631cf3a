import { type IDBPDatabase, openDB } from 'idb'
import * as v from 'valibot'
import type { Log } from '../log/log.ts'
import { idleTurn } from '../page/idle-time.ts'
import { jsonParts } from './json-parts.ts'
import { lastKnownDatabase } from './last-known-removal.ts'
import { createSeal, type Seal, type SealedText, sealedText } from './seal.ts'

const storeName = 'answers'

/** Limits for one session: number of answers, and characters of each answer. */
const most = { answers: 60, characters: 4_000_000 } as const

/** SES-9: the greatest length of a session; older answers are ignored. */
const keptMs = 12 * 60 * 60_000

/** The last answer to a call and its time, in milliseconds since the epoch. */
export interface KeptAnswer {
  at: number
  data: unknown
}

/** Answers by call. */
export type KeptAnswers = ReadonlyMap<string, KeptAnswer>

const answerSchema = v.pipe(v.string(), v.parseJson(), v.object({ at: v.number(), data: v.unknown() }))

/** An answer is stored in parts, because writing a long text in one step would block the page. */
const sealedAnswer = v.array(sealedText)

/**
 * The last answers of the server to the signed-in person, in IndexedDB, encrypted with the session's token: without the
 * cookie they are unreadable. No function throws; a browser without storage or Web Crypto stores nothing.
 */
export interface LastKnownStore {
  /** The session's stored answers by call. Empty if there are none. A broken browser storage may never answer. */
  read(): Promise<KeptAnswers>
  /** Stores an answer of the current session when the browser is idle. Resolves when all waiting answers are stored. */
  keep(call: string, answer: KeptAnswer): Promise<void>
}

const nothing: KeptAnswers = new Map()

/** An answer belongs to the session that received it, even if another person has signed in before the write. */
interface Waiting {
  answer: KeptAnswer
  /** The token of that session. */
  secret: string | null
}

/** @param token the current session's token, or null */
export function createLastKnownStore(
  token: () => string | null,
  { log, now }: { log: Log; now: () => number },
): LastKnownStore {
  const withSeal = async <Value>(
    secret: string | null,
    fallback: Value,
    act: (seal: Seal, use: (work: (database: IDBPDatabase) => Promise<Value>) => Promise<Value>) => Promise<Value>,
  ) => {
    if (secret === null) return fallback
    try {
      return await act(await createSeal(secret), async (work) => {
        const database = await openDB(lastKnownDatabase, 1, {
          upgrade: (fresh) => {
            fresh.createObjectStore(storeName)
          },
        })
        // Closed each time: an open connection blocks the deletion of the database, also in other tabs.
        try {
          return token() === secret ? await work(database) : fallback
        } finally {
          database.close()
        }
      })
    } catch (error) {
      log.warn('O que se sabia por último não pôde ser guardado ou lido neste navegador.', error)
      return fallback
    }
  }
  const write = (call: string, { answer, secret }: Waiting) =>
    withSeal<void>(secret, undefined, async ({ seal }, use) => {
      const parts = await sealedParts(answer, seal)
      if (parts === null) return
      await use(async (database) => {
        const isRoom = (await database.count(storeName)) < most.answers
        if (isRoom || (await database.getKey(storeName, call)) !== undefined) await database.put(storeName, parts, call)
      })
    })
  // Written one by one, and only the newest answer of each call: otherwise a slow write could overwrite a newer answer.
  const waiting = new Map<string, Waiting>()
  let keeping: Promise<void> | undefined
  const writeWaiting = async () => {
    for (const [call, next] of waiting) {
      waiting.delete(call)
      await write(call, next)
    }
    keeping = undefined
  }
  return {
    read: () =>
      withSeal(token(), nothing, ({ unseal }, use) =>
        use(async (database) => {
          const store = database.transaction(storeName).store
          const [calls, sealed] = await Promise.all([store.getAllKeys(), store.getAll()])
          const textOf = async (answer: unknown) =>
            (await Promise.all(v.parse(sealedAnswer, answer).map(unseal))).join('')
          const answers = sealed.map(async (answer, index): Promise<[string, KeptAnswer][]> => {
            const parsed = v.safeParse(answerSchema, await textOf(answer).catch(() => undefined))
            return parsed.success && now() - parsed.output.at < keptMs ? [[String(calls[index]), parsed.output]] : []
          })
          return new Map((await Promise.all(answers)).flat())
        }),
      ),
    keep(call, answer) {
      waiting.set(call, { answer, secret: token() })
      keeping ??= writeWaiting()
      return keeping
    },
  }
}

async function sealedParts(answer: KeptAnswer, seal: Seal['seal']): Promise<SealedText[] | null> {
  const parts: SealedText[] = []
  let length = 0
  for (const part of jsonParts(answer)) {
    length += part.length
    if (length > most.characters) return null
    await idleTurn()
    parts.push(await seal(part))
  }
  return parts
}

/**
 * The content of the store when this page started, read once. A caller waits at most `patienceMs` for it and then has
 * no answers; a later caller has the answers that came late.
 */
export function createHeldAnswers(store: LastKnownStore): (patienceMs: number) => Promise<KeptAnswers> {
  let reading: Promise<KeptAnswers> | undefined
  return (patienceMs) => {
    reading ??= store.read()
    return Promise.race([reading, new Promise<KeptAnswers>((resolve) => setTimeout(resolve, patienceMs, nothing))])
  }
}
