import type { Area } from './area.ts'

/** What holds against who wants in, or wants it down. */
export const requirementsOfHardening: readonly Area[] = [
  {
    title: 'Hardening',
    requirements: {
      'OPS-4':
        'Data files are for their owner alone. Requests, connections and sign-ins have limits, by address and by the account found; spreadsheets are read off the main thread; bad dates and deep JSON are 400, with a token and a key as without.',
    },
  },
]
