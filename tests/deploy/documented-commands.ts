import { globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { projectDir } from './project-dir.ts'

/** A fenced block of shell commands. */
export type Block = { at: string; commands: string[] }

/** Commands that the test cannot run, by their beginning, and the reason. */
export const elsewhere: Record<string, string> = {
  'sudo apt-get': 'installs packages of the machine',
  'sudo git clone': 'the address of the repository is the reader’s',
  'sudo npm run deliver':
    'builds the panel, which takes minutes; the scratch installation is made by it without the build',
  'sudo systemd-sysusers': 'makes a user of the machine',
  'sudo certbot': 'needs a public name',
  'sudo nginx': 'needs the certificate of certbot; delivered-files.test.ts tests the file',
  createdb: 'needs a PostgreSQL server',
  pg_: 'needs a PostgreSQL server',
  'DATABASE_URL=': 'needs a PostgreSQL server',
  'sudo guarita move': 'needs a PostgreSQL server; take-over.postgres.test.ts moves data',
  'sudo guarita user reset-2fa': 'needs a person with a second factor; user-command.test.ts has one',
  'sudo guarita verify-audit --heads': 'needs kept heads; verify-audit-command.test.ts has them',
  'npm run verify': 'needs a dossier; verify-evidence.test.ts has some',
  'openssl ts': 'needs a time-stamp authority; time-stamp.test.ts has one',
  'curl https://guarita.example/rest/device-events':
    'needs a running server with a token; documented-events.test.ts runs it',
  'npm start': 'builds the panel; the browser tests start it',
  'GUARITA_CONFIG=': 'builds the panel; the browser tests start it',
  'npm test': 'is the run of all tests',
  'npx vitest': 'is a test',
}

/** All shell commands of README and docs, each without its comment; `&&` separates commands. */
export function documentedBlocks(): Block[] {
  const files = [join(projectDir, 'README.md'), ...globSync(join(projectDir, 'docs/*.md')).sort()]
  return files.flatMap((file) => {
    const text = readFileSync(file, 'utf8')
    return [...text.matchAll(/^```(?:sh|bash)\n(.*?)^```$/gms)].map(({ 1: body = '', index }) => ({
      at: `${relative(projectDir, file)}:${text.slice(0, index).split('\n').length}`,
      commands: body
        .replaceAll(/ \\\n\s*/g, ' ')
        .split('\n')
        .map((line) => line.replace(/(^|\s+)#\s.*$/, ''))
        .flatMap((line) => line.split(' && '))
        .filter((command) => command !== ''),
    }))
  })
}

/** Fills the placeholders of a command, keeps each optional part, and takes the last alternative. */
export function filled(command: string): string {
  return command
    .replaceAll(/\[(?:[^\]]* \| )?([^\]]*)\]/g, '$1')
    .replaceAll(/\w+\|(?=\w)/g, '')
    .replaceAll('E-MAIL', 'rui@predio.com.br')
    .replaceAll('NOME', 'Novo')
    .replaceAll(' FILE', ' /backups/one.backup')
    .replaceAll(' DIR', ' /tmp/trial')
    .replaceAll('guarita-….backup', 'kept.backup')
}
