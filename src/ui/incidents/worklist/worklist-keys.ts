/** The keys of the worklist (DESK-3): each has a button with the same effect. */
export const worklistKeys = {
  next: 'j',
  previous: 'k',
  nextUnclaimed: 'n',
  choose: 'x',
  claim: 'c',
  comment: 'm',
  silence: 's',
  close: 'e',
  open: 'a',
  procedure: 'p',
} as const
