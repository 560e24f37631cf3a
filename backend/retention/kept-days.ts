import * as v from 'valibot'

/** What is kept for a time that the operator may choose (EVI-6), and for how many days unless told. */
export const usualDays = {
  /** Events at gates. */
  events: 90,
  notifications: 90,
  /** When a device was reached, switched and restarted, and the incidents of it. */
  changes: 90,
  /** Addresses and browsers of sign-ins: six months (Marco Civil, art. 15). */
  access: 183,
  /** Records of the chain. */
  audit: 5 * 366,
} as const

export type KeptDays = { readonly [Kind in keyof typeof usualDays]: number }

const days = v.pipe(v.string(), v.digits(), v.toNumber(), v.minValue(1), v.maxValue(36_500))
const isKind = (name: string): name is keyof KeptDays => Object.hasOwn(usualDays, name)

/** `events=180,audit=3650` as days; what is not named is kept as usual. Fails for another name, and for what is no number of days. */
export const keptDays = v.pipe(
  v.string(),
  v.rawTransform<string, KeptDays>(({ dataset, addIssue, NEVER }) => {
    const told: Partial<Record<keyof KeptDays, number>> = {}
    for (const part of dataset.value.split(',').filter((each) => each.trim() !== '')) {
      const [name = '', count = ''] = part.split('=').map((each) => each.trim())
      const read = v.safeParse(days, count)
      if (!isKind(name) || !read.success) {
        addIssue()
        return NEVER
      }
      told[name] = read.output
    }
    return { ...usualDays, ...told }
  }),
)
