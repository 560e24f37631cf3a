import * as v from 'valibot'
import { count, isoTime } from '../scalars.ts'

const hash = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))

/** Where a customer's chain ended at `at` (EVI-3): the number and hash of its newest record, signed with Ed25519 (base64). */
export const signedHead = v.object({ customer: v.string(), seq: count, hash, at: isoTime, signature: v.string() })

export type SignedHead = v.InferOutput<typeof signedHead>

const publicKey = v.string()

/** The key is SPKI (DER, base64); its `fingerprint` the SHA-256 of that. Up to `chainedUpTo` records were chained later than they came. */
export const chainHead = v.object({ head: signedHead, publicKey, fingerprint: hash, chainedUpTo: count })

/** A value that belongs to a person, beside the record that holds its salted hash; 'apagado' where it was erased. */
const personalValue = v.union([v.object({ salt: v.string(), value: v.string() }), v.literal('apagado')])

const names = v.record(v.string(), v.string())

/** A record of the chain that a session was begun or ended by. */
const sessionEnd = v.object({ seq: count, at: isoTime })

/**
 * A stretch of a customer's chain that can be verified without this server (EVI-4): all its records, and the personal values of those about
 * the subject, by hash. One record more on each side, where there is one, shows that the period is covered. docs/evidence.md tells how to
 * verify it.
 */
export const dossier = v.object({
  format: v.literal('guarita-dossier-1'),
  madeAt: isoTime,
  customer: v.object({ id: v.string(), name: v.string() }),
  subject: v.object({ device: v.exactOptional(v.string()), condominium: v.exactOptional(v.string()) }),
  period: v.object({ from: isoTime, to: isoTime }),
  publicKey,
  fingerprint: hash,
  /** The chain's end before the first of the records. */
  start: signedHead,
  /** After the last of them. */
  end: signedHead,
  records: v.array(v.record(v.string(), v.unknown())),
  /** Of each record, so that the first wrong one is named and not the one after it. */
  hashes: v.array(hash),
  personal: v.record(v.string(), personalValue),
  /** What a time-stamp authority (RFC 3161) stated of heads among the records: its `answer` (DER, base64) to `{customer, seq, hash, at}` as it is signed. */
  stamps: v.array(v.object({ seq: count, hash, at: isoTime, answer: v.string() })),
  /** By id: what was called so when the dossier was made. No part of the chain. */
  names: v.object({ people: names, devices: names, condominiums: names }),
  /**
   * Sessions that were open at some time of the period, and the records that say so, which may lie outside it; without an end, one that
   * nobody ended: it went on, or ran out.
   */
  signedIn: v.array(
    v.object({ person: v.string(), session: v.string(), begun: sessionEnd, ended: v.nullable(sessionEnd) }),
  ),
})

export type Dossier = v.InferOutput<typeof dossier>
