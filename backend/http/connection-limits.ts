import type { Server } from 'node:http'
import { BlockList, isIPv6, type Socket } from 'node:net'
import { callerNetwork } from './caller-network.ts'

export type ConnectionLimits = {
  /** Timeout of the request headers, from the start of the connection. */
  headersMs: number
  /** Timeout for the whole request; the answer may take longer. */
  requestMs: number
  /** Interval of the timeout checks. */
  checkMs: number
  /** Limit of connections per network that have not yet sent a token. */
  strangersEach: number
}

export const usualLimits: ConnectionLimits = {
  headersMs: 15_000,
  requestMs: 60_000,
  checkMs: 5_000,
  strangersEach: 512,
}

const strangers = new WeakMap<Socket, () => void>()

/** Ends connections beyond `strangersEach`. A trusted proxy, with connections of many people, is not counted (OPS-4). */
export function boundConnections(server: Server, { strangersEach }: ConnectionLimits, trustedProxies: string[]): void {
  const open = new Map<string, number>()
  const isTrusted = peerCheck(trustedProxies)
  server.on('connection', (socket) => {
    const address = socket.remoteAddress
    if (address === undefined || isTrusted(socket)) return
    const network = callerNetwork(address)
    const count = (open.get(network) ?? 0) + 1
    if (count > strangersEach) {
      socket.destroy()
      return
    }
    open.set(network, count)
    const leave = () => {
      if (!strangers.delete(socket)) return
      const left = (open.get(network) ?? 1) - 1
      if (left > 0) open.set(network, left)
      else open.delete(network)
    }
    strangers.set(socket, leave)
    socket.once('close', leave)
  })
}

/** Returns a check whether the other end of a connection is one of these proxies. */
export function peerCheck(trustedProxies: string[]): (socket: Socket) => boolean {
  const trusted = networksOf(trustedProxies)
  return ({ remoteAddress: address }) =>
    address !== undefined && trusted.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

/** Marks the connection of a caller with a token: it is not counted any more. */
export function noteToken(socket: Socket): void {
  strangers.get(socket)?.()
}

const named: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

function networksOf(proxies: string[]): BlockList {
  const list = new BlockList()
  for (const network of proxies.flatMap((proxy) => named[proxy] ?? [proxy])) {
    const [address = '', bits] = network.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    list.addSubnet(address, bits === undefined ? (family === 'ipv6' ? 128 : 32) : Number(bits), family)
  }
  return list
}
