import { execFile, execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Whether this machine has OpenSSL. */
export function hasOpenssl(): boolean {
  try {
    execFileSync('openssl', ['ts', '-help'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

const configuration = `[tsa]
default_tsa = own
[own]
dir = .
serial = serial
signer_cert = cert.pem
signer_key = key.pem
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
`

/** Starts a time-stamp authority (RFC 3161) over HTTP, made with OpenSSL. */
export async function startTimeStampAuthority() {
  const cwd = await mkdtemp(join(tmpdir(), 'guarita-tsa-'))
  const openssl = (...args: string[]) => run('openssl', args, { cwd })
  const subject = ['-subj', '/CN=TSA', '-addext', 'extendedKeyUsage=critical,timeStamping']
  const made = ['-newkey', 'rsa:2048', '-nodes', '-keyout', 'key.pem', '-out', 'cert.pem', '-days', '2']
  await openssl('req', '-x509', ...made, ...subject)
  await writeFile(join(cwd, 'tsa.cnf'), configuration)
  await writeFile(join(cwd, 'serial'), '01\n')
  const mode = { replay: false, asked: 0 }
  const server = createServer(async (request, response) => {
    mode.asked += 1
    if (!mode.replay) {
      await writeFile(join(cwd, 'query.tsq'), await buffer(request))
      await openssl('ts', '-reply', '-config', 'tsa.cnf', '-queryfile', 'query.tsq', '-out', 'answer.tsr')
    }
    response.setHeader('content-type', 'application/timestamp-reply')
    response.end(await readFile(join(cwd, 'answer.tsr')))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}/`,
    mode,
    /** Whether OpenSSL accepts the answer as the authority's time stamp of the text. */
    async verifies(text: string, answer: Buffer): Promise<boolean> {
      await writeFile(join(cwd, 'text'), text)
      await writeFile(join(cwd, 'given.tsr'), answer)
      const verified = openssl('ts', '-verify', '-data', 'text', '-in', 'given.tsr', '-CAfile', 'cert.pem')
      return verified.then(
        ({ stdout }) => /OK/.test(stdout),
        () => false,
      )
    },
    async stop(): Promise<void> {
      server.close()
      await rm(cwd, { recursive: true })
    },
  }
}
