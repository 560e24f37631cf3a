import * as v from 'valibot'
import { type KeptDays, usualDays } from '../database/table.ts'

const days = v.pipe(v.string(), v.digits(), v.toNumber(), v.minValue(1), v.maxValue(36_500))
const isKind = (name: string): name is keyof KeptDays => Object.hasOwn(usualDays, name)

/** Parses `events=180,audit=3650` as days; unnamed kinds keep the default. Fails for an unknown name or an invalid number of days. */
export const keptDays = v.pipe(
  v.string(),
  v.rawTransform<string, KeptDays>(({ dataset, addIssue, NEVER }) => {
    const chosen: Partial<Record<keyof KeptDays, number>> = {}
    for (const part of dataset.value.split(',').filter((each) => each.trim() !== '')) {
      const [name = '', count = ''] = part.split('=').map((each) => each.trim())
      const read = v.safeParse(days, count)
      if (!isKind(name) || !read.success) {
        addIssue()
        return NEVER
      }
      chosen[name] = read.output
    }
    return { ...usualDays, ...chosen }
  }),
)
