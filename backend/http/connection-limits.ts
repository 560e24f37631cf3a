import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { BlockList, isIP, isIPv6, type Socket } from 'node:net'
import { bounds } from '../bounds.ts'
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
  headersMs: bounds.requestHead.most.timeMs,
  requestMs: bounds.requestTime.most.timeMs,
  checkMs: 1_000,
  strangersEach: bounds.strangers.most.count,
}

const strangers = new WeakMap<Socket, () => void>()
const unanswered = new WeakMap<Socket, Map<IncomingMessage, () => void>>()

/**
 * Limits the connections of each network without a token: a new connection ends the oldest one that waits for no answer, so that idle
 * connections do not shut out a colleague at the same address. A trusted proxy, with connections of many people, is not counted (OPS-4).
 */
export function boundConnections(server: Server, { strangersEach }: ConnectionLimits, trustedProxies: string[]): void {
  const open = new Map<string, Set<Socket>>()
  const isTrusted = peerCheck(trustedProxies)
  server.on('connection', (socket) => {
    const address = socket.remoteAddress
    if (address === undefined || isTrusted(socket)) return
    const network = callerNetwork(address)
    const others = open.get(network) ?? new Set<Socket>()
    if (others.size >= strangersEach) {
      const oldest = [...others].find((other) => !isWaiting(other))
      if (oldest === undefined) {
        socket.destroy()
        return
      }
      strangers.get(oldest)?.()
      oldest.destroy()
    }
    others.add(socket)
    open.set(network, others)
    const leave = () => {
      if (!strangers.delete(socket)) return
      others.delete(socket)
      if (others.size === 0 && open.get(network) === others) open.delete(network)
    }
    strangers.set(socket, leave)
    socket.once('close', leave)
  })
}

/** Returns a function that checks whether the other end of a connection is one of these proxies. */
export function peerCheck(trustedProxies: string[]): (socket: Socket) => boolean {
  const trusted = networksOf(trustedProxies)
  return ({ remoteAddress: address }) => address !== undefined && isIn(trusted, address)
}

/** Whether a whole request of the connection waits for its answer. */
function isWaiting(socket: Socket): boolean {
  return [...(unanswered.get(socket)?.keys() ?? [])].some((request) => request.complete)
}

/**
 * Ends a connection with too many unanswered requests: no browser and no proxy sends the next request before the answer. Call this function
 * when all listeners of the server are attached.
 */
export function boundUnanswered(server: Server): void {
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request
    const waiting = unanswered.get(socket) ?? new Map<IncomingMessage, () => void>()
    if (!unanswered.has(socket)) {
      unanswered.set(socket, waiting)
      socket.once('close', () => {
        for (const leave of waiting.values()) leave()
      })
    }
    waiting.set(request, () => {})
    response.once('close', () => waiting.delete(request))
    if (waiting.size > bounds.pipelined.most.count) socket.destroy()
  })
}

/**
 * Calls back once, when the request is answered or its connection has closed. The response alone reports no close if the request waits
 * behind another request of its connection.
 */
export function onAnswered(request: IncomingMessage, response: ServerResponse, then: () => void): void {
  let isOver = false
  const once = () => {
    if (isOver) return
    isOver = true
    then()
  }
  response.once('close', once)
  if (request.socket.destroyed) once()
  else unanswered.get(request.socket)?.set(request, once)
}

/** Marks the connection of a caller with a token: it is not counted any more. */
export function noteToken(socket: Socket): void {
  strangers.get(socket)?.()
}

/** Returns a function for the address of a caller: of the connection, or as trusted proxies name it in `X-Forwarded-For`. */
export function callerAddress(trustedProxies: string[]): (request: IncomingMessage) => string {
  const trusted = networksOf(trustedProxies)
  return ({ socket, headers }) => {
    let address = socket.remoteAddress ?? ''
    const forwarded = String(headers['x-forwarded-for'] ?? '').split(',')
    while (isIn(trusted, address)) {
      const before = forwarded.pop()?.trim() ?? ''
      if (isIP(before) === 0) break
      address = before
    }
    return address
  }
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

function isIn(networks: BlockList, address: string): boolean {
  return isIP(address) !== 0 && networks.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}
