import type { Area } from './area.ts'

/** One thing wrong is one thing on the screen. */
export const requirementsOfIncidents: readonly Area[] = [
  {
    title: 'Incidents',
    requirements: {
      'INC-1':
        'What fails together at a condominium within 60 s is one incident with a live count; a failure of most condominiums at once is one of the service. Forced doors and gates held open are incidents of their device. Each has a sentence that says what is known of why, and no more.',
      'INC-2':
        'An incident’s life is one statechart, which the server moves by pure transitions over stored state: what returns within 30 minutes is the same one.',
      'INC-3':
        'Of two who claim it at once one has it, and the other sees who. Comments, handing over, a word at the end; everybody sees it within a second.',
      'INC-4': 'Silencing has a reason, an owner and an end, 12 hours ahead at most; it hides calls, never state.',
      'INC-5':
        'Three changes in 15 minutes are an oscillation, which calls nobody; how it stands is told 15 minutes after the last change at most.',
      'INC-7':
        'A shift is handed over by what is open and what has changed, with a note, and accepted by the next person’s own sign-in; it is in the chain.',
      'INC-8':
        'A wall view by a link of its own, read-only and revocable: sentence, incidents, last events, a sound for what is new and nobody’s. A screen that stands still is seen to.',
      'INC-9':
        'How often people were called, per person and shift: rate, worst ten minutes, what nobody took longest, the ten worst devices; as a page and a file.',
      'INC-6':
        'Notifications are of incidents: one when it begins, once it is clear what it embraces, and one when it is over.',
    },
  },
]
