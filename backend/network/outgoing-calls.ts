import { type LookupAddress, lookup } from 'node:dns'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { connect, isIP, type LookupFunction, type Socket } from 'node:net'
import { isAllowedAddress, type Purpose } from './allowed-address.ts'

/** The server does not connect to this address. */
export class ForbiddenAddress extends Error {
  readonly code = 'EACCES'

  constructor(host: string) {
    super(`the server does not connect to ${host}`)
  }
}

/**
 * Resolves a host name for a connection and leaves out forbidden addresses. The connection uses the checked address, so no second
 * resolution can return a different address.
 */
export function checkedLookup(purpose: Purpose): LookupFunction {
  return (host, options, answer) => {
    lookup(host, { ...options, all: true }, (error, found: LookupAddress[]) => {
      if (error) return answer(error, [])
      const allowed = found.filter(({ address }) => isAllowedAddress(address, purpose))
      const [first] = allowed
      if (first === undefined) return answer(new ForbiddenAddress(host), [])
      if (options.all) answer(null, allowed)
      else answer(null, first.address, first.family)
    })
  }
}

/** Opens a TCP connection for a device. Throws `ForbiddenAddress` for an IP address; for a host name, the socket emits the error. */
export function connectTo(
  { ip, port }: { ip: string; port: number },
  purpose: Purpose,
  options: { timeout?: number } = {},
): Socket {
  requireAllowed(ip, purpose)
  return connect({ ...options, host: ip, port, lookup: checkedLookup(purpose) })
}

export type ServiceCall = {
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string | Uint8Array
  timeoutMs: number
}

/**
 * Calls a service by http or https. Resolves to the status, the `Content-Type` and the body, which ends at the timeout.
 * Follows no redirect. Rejects with `ForbiddenAddress`, or with the error of the connection.
 */
export async function callService(
  address: string,
  { method, headers, body, timeoutMs }: ServiceCall,
): Promise<{ status: number; type: string; body: IncomingMessage }> {
  // The parser of URLs turns decimal, octal and hexadecimal forms of an IPv4 address into the usual one.
  const url = new URL(address)
  requireAllowed(url.hostname.replace(/^\[(.*)\]$/, '$1'), 'service')
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    const call = request(url, {
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }) },
      lookup: checkedLookup('service'),
      signal: AbortSignal.timeout(timeoutMs),
    })
    call.once('response', (answer) =>
      resolve({ status: answer.statusCode ?? 0, type: answer.headers['content-type'] ?? '', body: answer }),
    )
    call.once('error', reject)
    call.end(body)
  })
}

/** Checks an IP address, because a connection to an IP address makes no lookup. */
function requireAllowed(host: string, purpose: Purpose): void {
  if (isIP(host) !== 0 && !isAllowedAddress(host, purpose)) throw new ForbiddenAddress(host)
}
