import * as v from 'valibot'
import type { CepAddress } from '../../contract/wire/answers/cep.ts'
import { bounds } from '../bounds.ts'
import { boundedAnswer } from '../http/bounded-answer.ts'
import { callService } from '../network/outgoing-calls.ts'
import { knownAddress } from './cep-table.ts'

const { timeMs, bytes: mostBytes } = bounds.cepAnswers.most

/** Resolves to the address of a CEP (8 digits), or to undefined for an unassigned CEP; rejects if the service fails. */
export type CepLookup = (cep: string) => Promise<CepAddress | undefined>

/** Queries the ViaCEP-compatible service at `serviceUrl` (`{serviceUrl}/{cep}/json/`); without `serviceUrl` uses the built-in table. */
export function cepLookup(serviceUrl: string | undefined): CepLookup {
  if (serviceUrl === undefined) return async (cep) => knownAddress(cep)
  const base = serviceUrl.replace(/\/+$/, '')
  return async (cep) => {
    const headers = { accept: 'application/json' }
    const { status, type, body } = await callService(`${base}/${cep}/json/`, {
      method: 'GET',
      headers,
      timeoutMs: timeMs,
    })
    const bytes = await boundedAnswer(body, mostBytes)
    if (status !== 200) throw new Error(`the CEP service answered ${status}`)
    const answer = v.parse(viaCepAnswer, textOf(bytes, type))
    if ('erro' in answer) return undefined
    const { logradouro: street, complemento: complement, bairro: district, localidade: city, uf: state } = answer
    return { cep, street, complement, district, city, state }
  }
}

/** Decodes by the declared charset, otherwise as UTF-8. Bytes that are valid in neither are read as ISO-8859-1. */
function textOf(bytes: Buffer, type: string): string {
  for (const charset of [/charset="?([\w-]+)/i.exec(type)?.[1], 'utf-8'])
    try {
      if (charset !== undefined) return new TextDecoder(charset, { fatal: true }).decode(bytes)
    } catch {
      // The decoder does not know the charset, or the bytes are invalid in the charset: try the next charset.
    }
  return new TextDecoder('iso-8859-1').decode(bytes)
}

const line = v.pipe(v.string(), v.trim(), v.maxLength(200))

const viaCepAnswer = v.pipe(
  v.string(),
  v.parseJson(),
  v.union([
    v.object({ erro: v.union([v.literal(true), v.literal('true')]) }),
    v.object({
      logradouro: v.nullish(line, ''),
      complemento: v.nullish(line, ''),
      bairro: v.nullish(line, ''),
      localidade: v.pipe(line, v.nonEmpty()),
      uf: v.pipe(v.string(), v.regex(/^[A-Z]{2}$/)),
    }),
  ]),
)
