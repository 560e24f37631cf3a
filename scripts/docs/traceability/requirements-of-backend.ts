import type { Area } from './area.ts'

/** What the backend keeps, and how it lives on. */
export const requirementsOfBackend: readonly Area[] = [
  {
    title: 'Durability',
    requirements: {
      'DUR-1':
        'An answered write survives a power cut; where that is switched off, every start says what it risks. A crowd of writers shares an fsync.',
      'DUR-2':
        'The embedded database checkpoints and vacuums itself: after a day of full load it starts within 3 s, and its directory grows by its rows alone.',
      'DUR-3':
        'One process to a data directory, by a lock of the kernel; one that is damaged, or empty where it was not, stops the start with a sentence, and nothing is put in its place.',
      'DUR-4':
        'While the disk is full or the database gone, writes answer 503 with `Retry-After`, `/readyz` and the log say so, no device counts as failed for it, and it goes on by itself where it can.',
    },
  },
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
