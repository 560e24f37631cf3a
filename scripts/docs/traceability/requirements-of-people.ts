import type { Area } from './area.ts'

/** Who may enter, and who says so. */
export const requirementsOfPeople: readonly Area[] = [
  {
    title: 'People',
    requirements: {
      'ACC-1':
        'An installation where nobody could sign in prints a one-time link to make the first administrator; commands on the machine do the same and more. The last one who writes users cannot be taken away.',
      'ACC-2':
        'Who holds `users:write` lists, invites by a one-time link, changes rights and condominiums, and disables: sessions and sockets end within a second on every instance. All of it is recorded.',
      'ACC-3':
        'Demo accounts come with demo data alone, with the public password only where just this computer reaches the server; elsewhere their passwords are random and printed once. All of them are named at the start.',
    },
  },
]
