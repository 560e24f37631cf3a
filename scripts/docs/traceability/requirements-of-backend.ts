import type { Area } from './area.ts'

export const requirementsOfBackend: readonly Area[] = [
  {
    title: 'Scale',
    requirements: {
      'SCA-1':
        'The whole backend works on a PostgreSQL as on the embedded engine, with the same statements and the same tests.',
      'SCA-2':
        'Any number of instances work on one database: killing one signs nobody out, and no event is missed or comes twice.',
    },
  },
]
