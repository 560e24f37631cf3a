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

const sha256Id = '2.16.840.1.101.3.4.2.1'
const answerWithinMs = 10_000
const mostBytes = 64 * 1_024

/**
 * Asks an authority (RFC 3161) to state that `text` exists now. Resolves to the whole answer in DER, as `openssl ts
 * -verify -in` reads it. Rejects on refusal, after 10 s, or for a wrong statement; the authority's identity is checked
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
  const response = await fetch(authority, {
    method: 'POST',
    headers: { 'content-type': 'application/timestamp-query' },
    body: AsnConvert.serialize(query),
    redirect: 'error',
    signal: AbortSignal.timeout(answerWithinMs),
  })
  const answer = Buffer.from(await response.arrayBuffer())
  if (!response.ok || answer.length > mostBytes) throw new Error(`the time-stamp authority answered ${response.status}`)
  const stated = statementIn(answer)
  if (!Buffer.from(stated.messageImprint.hashedMessage.buffer).equals(digest))
    throw new Error('the time-stamp authority stamped something else')
  if (stated.nonce === undefined || !Buffer.from(stated.nonce).equals(nonce))
    throw new Error('the time-stamp authority repeated an earlier answer')
  return answer
}

/** Throws if the answer is not a time stamp. */
function statementIn(answer: Uint8Array): TSTInfo {
  const { status, timeStampToken } = AsnConvert.parse(answer, TimeStampResp)
  const isGranted = status.status === PKIStatus.granted || status.status === PKIStatus.grantedWithMods
  if (!isGranted || timeStampToken === undefined) throw new Error(`the time-stamp authority refused: ${status.status}`)
  const { contentType, content } = AsnConvert.parse(AsnConvert.serialize(timeStampToken), ContentInfo)
  if (contentType !== id_signedData) throw new Error('the time stamp is not signed')
  const stated = AsnConvert.parse(content, SignedData).encapContentInfo.eContent?.single
  if (stated === undefined) throw new Error('the time stamp has no content')
  return AsnConvert.parse(stated.buffer, TSTInfo)
}
