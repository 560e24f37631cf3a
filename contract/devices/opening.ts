import * as v from 'valibot'
import { isoTime } from '../wire/scalars.ts'

/** Time from a press of 'Abrir' to the deadline of the opening in milliseconds (OPEN-1). */
export const longestOpeningMs = 8_000

/**
 * The outcome of an opening (OPEN-2). `opened`: the device has confirmed the opening; `refused`: the device answered
 * no; `unsent`: the device did not get the command; `unknown`: the answer is lost, so the device may have opened.
 */
export const openingOutcomes = ['opened', 'refused', 'unsent', 'unknown'] as const

export type OpeningOutcome = (typeof openingOutcomes)[number]

/** `at`: time of the outcome on the server; `message`: the reason for a person (pt-BR), '' without one. */
export const openingAnswer = v.object({ outcome: v.picklist(openingOutcomes), at: isoTime, message: v.string() })

export type OpeningAnswer = v.InferOutput<typeof openingAnswer>

/** Describes the outcome of an opening for a person (OPEN-2). `at`: time of day of the outcome. */
export function openingText({ outcome, message }: Pick<OpeningAnswer, 'outcome' | 'message'>, at: string): string {
  const texts: Record<OpeningOutcome, string> = {
    opened: `Abriu às ${at}`,
    refused: `O portão recusou: ${message}`,
    unsent: `Não enviado: ${message}`,
    unknown: 'Não sabemos se abriu: olhe o portão',
  }
  return texts[outcome]
}
