import * as v from 'valibot'
import { existingTime } from '../scalars.ts'

/** In days: what is older is kept no longer than 90 by default. */
export const longestLoad = 31
const mostCuts = 2 * longestLoad + 2
const cutsText = `Informe datas ISO separadas por vírgula, no máximo ${mostCuts}.`

/** A time, and where to cut it into shifts that nobody handed over (06:00 and 18:00 where the panel is). */
export const alarmLoadQuery = v.pipe(
  v.object({
    from: existingTime,
    to: existingTime,
    cuts: v.optional(
      v.pipe(
        v.string(),
        v.transform((text) => text.split(',').flatMap((each) => (each === '' ? [] : new Date(each)))),
        v.check((cuts) => cuts.length <= mostCuts && cuts.every((cut) => !Number.isNaN(cut.getTime())), cutsText),
      ),
      '',
    ),
  }),
  v.forward(
    v.check(({ from, to }) => {
      const ms = to.getTime() - from.getTime()
      return ms > 0 && ms <= longestLoad * 86_400_000
    }, `Escolha um período de no máximo ${longestLoad} dias, que termine depois de começar.`),
    ['to'],
  ),
)
