import { type IDBPDatabase, openDB } from 'idb'
import * as v from 'valibot'
import type { Log } from '../log/log.ts'
import { idleTurn } from '../page/idle-time.ts'
import { jsonParts } from './json-parts.ts'
import { lastKnownDatabase } from './last-known-removal.ts'
import { createSeal, type Seal, type SealedText, sealedText } from './seal.ts'

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

/** An answer is kept in parts, since a long one would hold up the page for as long as it takes to write it. */
const sealedAnswer = v.array(sealedText)

/**
 * What the server last told whoever is signed in, in IndexedDB, sealed with that session's token: the cookie's end makes it
 * unreadable, wherever it is left. None of it throws; a browser without storage or Web Crypto keeps nothing.
 */
export interface LastKnownStore {
  /** What is kept of this session, by call. Empty where there is none, or where the browser does not answer in time. */
  read(): Promise<ReadonlyMap<string, KeptAnswer>>
  /** Of the session that lasts now, when the browser is idle. Resolves when all that waits to be kept is. */
  keep(call: string, answer: KeptAnswer): Promise<void>
}

/** An answer belongs to the session in which it came, whoever is signed in when there is time to write it. */
interface Waiting {
  answer: KeptAnswer
  /** The token of that session. */
  secret: string | null
}

/** @param token of the session that lasts now, or null */
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
        // Closed each time: one that stands open holds up its removal, in another tab, too.
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
  const nothing: ReadonlyMap<string, KeptAnswer> = new Map()
  const write = (call: string, { answer, secret }: Waiting) =>
    withSeal<void>(secret, undefined, async ({ seal }, use) => {
      const parts = await sealedParts(answer, seal)
      if (parts === null) return
      await use(async (database) => {
        const isRoom = (await database.count(storeName)) < most.answers
        if (isRoom || (await database.getKey(storeName, call)) !== undefined) await database.put(storeName, parts, call)
      })
    })
  // One after the other, and of each call the newest: one that takes longer to write would take the place of one that came after it.
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
      inTime(
        nothing,
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
      ),
    keep(call, answer) {
      waiting.set(call, { answer, secret: token() })
      keeping ??= writeWaiting()
      return keeping
    },
  }
}

/** Null of an answer that is too long. */
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

function inTime<Value>(fallback: Value, asked: Promise<Value>): Promise<Value> {
  return Promise.race([asked, new Promise<Value>((resolve) => setTimeout(resolve, patienceMs, fallback))])
}
