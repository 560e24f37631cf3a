import * as v from 'valibot'
import { count, isoTime } from '../scalars.ts'

const hash = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))

/** The end of a customer's chain at `at` (EVI-3): its newest record, signed with Ed25519 (base64). */
export const signedHead = v.object({ customer: v.string(), seq: count, hash, at: isoTime, signature: v.string() })

export type SignedHead = v.InferOutput<typeof signedHead>

const publicKey = v.string()

/** `publicKey`: SPKI (DER, base64); `fingerprint`: its SHA-256. Records up to `chainedUpTo` were chained late. */
export const chainHead = v.object({ head: signedHead, publicKey, fingerprint: hash, chainedUpTo: count })

/** Personal data beside the record that holds its salted hash; 'apagado' if the data was erased. */
const personalValue = v.union([v.strictObject({ salt: v.string(), value: v.string() }), v.literal('apagado')])

const names = v.record(v.string(), v.string())

/** A record that began or ended a session; or a position in the chain. */
const sessionEnd = v.strictObject({ seq: count, at: isoTime })
const position = v.strictObject({ seq: count, hash })
const named = v.strictObject({ id: v.string(), name: v.string() })

/**
 * A period of a customer's chain that can be verified without this server (EVI-4): all records, and the personal data
 * of the subject's records, by hash. One extra record on each side, if available, proves that the period is complete.
 * docs/evidence.md has the format and the verification steps. The server signs its canonical JSON as a whole.
 */
export const dossier = v.strictObject({
  format: v.literal('guarita-dossier-2'),
  madeAt: isoTime,
  madeBy: named,
  /** The machine that made the dossier, and the version of its program. */
  server: v.strictObject({ name: v.string(), version: v.string() }),
  customer: named,
  subject: v.strictObject({ device: v.exactOptional(v.string()), condominium: v.exactOptional(v.string()) }),
  period: v.strictObject({ from: isoTime, to: isoTime }),
  /** Time zone of the local times on the page (IANA). */
  zone: v.string(),
  publicKey,
  fingerprint: hash,
  /** The keys that have signed the chain, each from its record on. The last one signs the dossier. */
  keys: v.array(v.strictObject({ seq: count, publicKey })),
  /** The signed end of the whole chain when the dossier was made. */
  chain: v.strictObject(signedHead.entries),
  /** Number of the oldest record that was stored when the dossier was made; earlier ones were removed because of their age. */
  oldest: count,
  /** The chain before the first record of the dossier, and at its last one. */
  start: position,
  end: position,
  records: v.array(v.record(v.string(), v.unknown())),
  /**
   * The last record of the rules before these records (EVI-10); null if no such record is stored. Dossiers of earlier versions have no such
   * field.
   */
  rules: v.exactOptional(v.nullable(v.record(v.string(), v.unknown()))),
  /** The hash of each record, so that the verifier names the first wrong record and not the one after it. */
  hashes: v.array(hash),
  personal: v.record(v.string(), personalValue),
  /** RFC 3161 time stamps of signed heads: `answer` (DER, base64) is for `{customer, seq, hash, at}`. */
  stamps: v.array(v.strictObject({ seq: count, hash, at: isoTime, answer: v.string() })),
  /** Names by id, as they were when the dossier was made. Not part of the chain. */
  names: v.strictObject({ people: names, devices: names, condominiums: names }),
  /**
   * Sessions that were open during the period; their records may be outside it. `ended` is null if the session was open when the dossier
   * was made, and has the time of the expiry if the session expired. Earlier versions left ends without a record.
   */
  signedIn: v.array(
    v.strictObject({
      ...{ person: v.string(), session: v.string(), begun: sessionEnd },
      ended: v.nullable(v.union([sessionEnd, v.literal('sem registro')])),
    }),
  ),
  /** SHA-256 of the page without its data. */
  page: hash,
})

export type Dossier = v.InferOutput<typeof dossier>
