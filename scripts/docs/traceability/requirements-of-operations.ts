import type { Area } from './area.ts'

/** How an installation is run. */
export const requirementsOfOperations: readonly Area[] = [
  {
    title: 'Evidence',
    requirements: {
      'EVI-1':
        'What the server saw and did is recorded with the deed itself; no call that writes leaves nothing without a reason.',
      'EVI-2':
        'What a browser declares is marked where its time or device is doubtful, and shown beside what the server saw.',
      'EVI-3':
        'One chain of hashes for each customer, its head signed; personal values can be erased without breaking it.',
      'EVI-4': 'A dossier of a period is verified without the server, and the first record that does not fit is named.',
      'EVI-5': 'Signed heads are kept outside as well.',
      'EVI-6':
        'What is kept for how long is one table; a job forgets, and a shortened chain says so. Data of a person are handed out and erased by a command.',
    },
  },
  {
    title: 'Operations',
    requirements: {
      'OPS-1':
        'Commands on the machine: `backup` beside the running server, `restore` onto a fresh machine with equal row hashes, `migrate --dry-run`, `verify-audit`.',
      'OPS-2':
        '`/healthz` and `/readyz` without a token, `/metrics` behind its own; structured logs; a security log at the default level.',
      'OPS-3':
        'Variables and flags as hosts expect them, `--help`; a container file, a compose file with a TLS proxy, a systemd unit; third-party licences ship with the build.',
    },
  },
]
