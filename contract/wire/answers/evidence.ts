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
const personalValue = v.union([v.object({ salt: v.string(), value: v.string() }), v.literal('apagado')])

const names = v.record(v.string(), v.string())

/** The record that began or ended a session. */
const sessionEnd = v.object({ seq: count, at: isoTime })

/**
 * A period of a customer's chain that can be verified without this server (EVI-4): all records, and the personal data
 * of the subject's records, by hash. One extra record on each side, if available, proves that the period is complete.
 * docs/evidence.md has the verification steps.
 */
export const dossier = v.object({
  format: v.literal('guarita-dossier-1'),
  madeAt: isoTime,
  customer: v.object({ id: v.string(), name: v.string() }),
  subject: v.object({ device: v.exactOptional(v.string()), condominium: v.exactOptional(v.string()) }),
  period: v.object({ from: isoTime, to: isoTime }),
  publicKey,
  fingerprint: hash,
  /** The end of the chain before the first record. */
  start: signedHead,
  /** The end of the chain after the last record. */
  end: signedHead,
  records: v.array(v.record(v.string(), v.unknown())),
  /** The hash of each record, so that the verifier names the first wrong record and not the one after it. */
  hashes: v.array(hash),
  personal: v.record(v.string(), personalValue),
  /** RFC 3161 time stamps of signed heads: `answer` (DER, base64) is for `{customer, seq, hash, at}`. */
  stamps: v.array(v.object({ seq: count, hash, at: isoTime, answer: v.string() })),
  /** Names by id, as they were when the dossier was made. Not part of the chain. */
  names: v.object({ people: names, devices: names, condominiums: names }),
  /**
   * Sessions that were open during the period; their records may be outside it. `ended` is null if no record ended the
   * session.
   */
  signedIn: v.array(
    v.object({ person: v.string(), session: v.string(), begun: sessionEnd, ended: v.nullable(sessionEnd) }),
  ),
})

export type Dossier = v.InferOutput<typeof dossier>
