import { createHash, randomBytes } from 'node:crypto'
import { ContentInfo, id_signedData, SignedData } from '@peculiar/asn1-cms'
import { AsnConvert, OctetString } from '@peculiar/asn1-schema'
import {
  MessageImprint,
  PKIStatus,
  TimeStampReq,
  TimeStampReqVersion,
  TimeStampResp,
  TSTInfo,
} from '@peculiar/asn1-tsp'
import { AlgorithmIdentifier } from '@peculiar/asn1-x509'
import { postTo, WrongAnchor } from './anchors.ts'

const sha256Id = '2.16.840.1.101.3.4.2.1'

/**
 * Asks an authority (RFC 3161) to state that `text` exists now. Resolves to the whole answer in DER, as `openssl ts
 * -verify -in` reads it. Rejects as `postTo` does, on refusal, or for a wrong statement; the authority's identity is checked
 * by `openssl` with its certificate.
 */
export async function timeStamp(authority: string, text: string): Promise<Buffer> {
  const digest = createHash('sha256').update(text).digest()
  // The leading 1 keeps the number positive.
  const nonce = Buffer.concat([Buffer.from([1]), randomBytes(8)])
  const query = new TimeStampReq({
    version: TimeStampReqVersion.v1,
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithm: sha256Id, parameters: null }),
      hashedMessage: new OctetString(digest),
    }),
    nonce: Uint8Array.from(nonce).buffer,
    certReq: true,
  })
  const answer = await postTo(authority, 'application/timestamp-query', AsnConvert.serialize(query))
  const stated = statementIn(answer)
  if (!Buffer.from(stated.messageImprint.hashedMessage.buffer).equals(digest))
    throw new Error('the time-stamp authority stamped something else')
  if (stated.nonce === undefined || !Buffer.from(stated.nonce).equals(nonce))
    throw new Error('the time-stamp authority repeated an earlier answer')
  return answer
}

/** Whether the answer of an authority is a time stamp of this text. Does not check the authority. */
export function isStampOf(text: string, answer: Uint8Array): boolean {
  try {
    const digest = createHash('sha256').update(text).digest()
    return Buffer.from(statementIn(answer).messageImprint.hashedMessage.buffer).equals(digest)
  } catch {
    return false
  }
}

/** Throws if the answer is not a time stamp. */
function statementIn(answer: Uint8Array): TSTInfo {
  const { status, timeStampToken } = responseIn(answer)
  const isGranted = status.status === PKIStatus.granted || status.status === PKIStatus.grantedWithMods
  if (!isGranted || timeStampToken === undefined) throw new Error(`the time-stamp authority refused: ${status.status}`)
  const { contentType, content } = AsnConvert.parse(AsnConvert.serialize(timeStampToken), ContentInfo)
  if (contentType !== id_signedData) throw new Error('the time stamp is not signed')
  const stated = AsnConvert.parse(content, SignedData).encapContentInfo.eContent?.single
  if (stated === undefined) throw new Error('the time stamp has no content')
  return AsnConvert.parse(stated.buffer, TSTInfo)
}

function responseIn(answer: Uint8Array): TimeStampResp {
  try {
    return AsnConvert.parse(answer, TimeStampResp)
  } catch {
    throw new WrongAnchor('o endereço não respondeu como uma autoridade de carimbo do tempo (RFC 3161)')
  }
}
