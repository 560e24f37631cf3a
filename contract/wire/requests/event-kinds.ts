import * as v from 'valibot'
import { keeps } from '../../fields/person.ts'
import { lineRule, plainLine } from '../../fields/rule.ts'
import { catalogued } from '../answers/event-kinds.ts'
import { searchedKinds } from '../answers/events.ts'

/** A code of a kind of event, as the controller sends it: for example `E130` of Contact ID. */
export const kindCode = v.pipe(
  v.string(),
  v.regex(/^[A-Za-z0-9][\w.:-]{0,39}$/, 'Use até 40 letras sem acento, números, pontos ou hífens.'),
)

/** A code that a customer can add to the catalogue. A customer cannot change a known kind. */
export const ownKindCode = v.pipe(
  kindCode,
  v.check((code) => searchedKinds.every((each) => each !== code), 'Este código já é um tipo de evento do painel.'),
)

export const kindNameRule = lineRule({ most: 80 })

/** Name, rank, and whether the kind calls a person (EVT-1). */
export const eventKindBody = v.object({
  name: v.pipe(v.string(), v.transform(plainLine), keeps(kindNameRule), v.description('1 to 80 characters')),
  rank: catalogued.entries.rank,
  calls: v.boolean(),
})

/** Largest number of kinds in one request, and in a catalogue. */
export const mostKinds = 500

export const eventKindsBody = v.object({
  kinds: v.pipe(
    v.array(v.object({ code: ownKindCode, ...eventKindBody.entries })),
    v.minLength(1, 'Escolha pelo menos um tipo.'),
    v.maxLength(mostKinds, `Escolha no máximo ${mostKinds} tipos.`),
  ),
})
