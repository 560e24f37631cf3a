import type { Area } from './area.ts'

/** How an installation is run. */
export const requirementsOfOperations: readonly Area[] = [
  {
    title: 'Operations',
    requirements: {
      'OPS-1':
        'Commands on the machine: `backup` beside the running server, `restore` onto a fresh machine with equal row hashes, `migrate --dry-run`.',
      'OPS-2':
        '`/healthz` and `/readyz` without a token, `/metrics` behind its own; structured logs; a security log at the default level.',
      'OPS-3':
        'Variables and flags as hosts expect them, `--help`; a container file, a compose file with a TLS proxy, a systemd unit; third-party licences ship with the build.',
    },
  },
]
