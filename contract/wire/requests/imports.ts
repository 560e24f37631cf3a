import * as v from 'valibot'
import { mostRows } from '../../spreadsheet/row-limit.ts'

/** Codes of the rows of one spreadsheet, in their wire format. */
export const takenCodesBody = v.object({
  wordCodes: v.pipe(v.array(v.string()), v.maxLength(mostRows, `Envie no máximo ${mostRows} códigos.`)),
})
