const second = 1_000
const kibibyte = 1024
const mebibyte = 1024 * kibibyte

/** A limit of work: the kind of work, the counted unit, the limit by names that carry the unit, and the answer beyond the limit. */
export type Bound = {
  readonly work: string
  readonly per: string
  readonly most: Readonly<Record<string, number>>
  readonly answer: string
}

/** Every bound on work for callers, sockets, workers and outgoing calls (OPS-4). `docs/before-real-use.md` prints the list. */
export const bounds = {
  strangers: {
    work: 'open connections that have not sent a valid token',
    per: 'network',
    most: { count: 512 },
    answer: 'the oldest of these connections without a running answer ends, so that a colleague can connect',
  },
  requestHead: {
    work: 'receiving the headers of a request',
    per: 'connection',
    most: { timeMs: 15 * second },
    answer: '400, and the connection ends',
  },
  requestTime: {
    work: 'receiving a whole request with its body',
    per: 'request',
    most: { timeMs: 20 * second },
    answer: '400, and the connection ends',
  },
  pipelined: {
    work: 'requests that wait for an answer',
    per: 'connection',
    most: { count: 16 },
    answer: 'the connection ends',
  },
  body: {
    work: 'reading a JSON body',
    per: 'request',
    most: { bytes: mebibyte, depth: 32 },
    answer: '413; 400 for a deeper body',
  },
  runningCalls: {
    work: 'running calls of a signed-in person',
    per: 'person and instance',
    most: { count: 500 },
    answer: '429, `Retry-After: 1`',
  },
  deviceCalls: {
    work: 'running calls to devices',
    per: 'instance',
    most: { count: 1_000 },
    answer: '503, `notAsked`',
  },
  unknownTokens: {
    work: 'database queries for tokens that were not valid before',
    per: 'instance; `waitingEach` per network',
    most: { running: 4, waiting: 512, waitingEach: 64 },
    answer: '503, `Retry-After: 1`; a token of another form is refused without a query',
  },
  knownTokens: {
    work: 'tokens that were valid before and do not wait behind unknown tokens',
    per: 'instance',
    most: { count: 10_000 },
    answer: 'the oldest token counts as unknown again',
  },
  declaredRecords: {
    work: 'storing records that a panel declares (`GUARITA_DECLARED_RECORDS`, `GUARITA_DECLARED_MB`)',
    per: 'person and day (UTC)',
    most: { records: 10_000, bytes: 10 * 1_000_000 },
    answer: '429; the browser keeps the records and sends them the next day; the security log has `records-limited`',
  },
  diskReserve: {
    work: 'storing declared records and events of gates',
    per: 'disk of the data directory',
    most: { freeBytes: 500 * 1_000_000, freePercent: 10, percentAtMostBytes: 5 * 1_000_000_000 },
    answer: '503 while less is free; sign-in, commands and records of the server go on until 64 MiB',
  },
  handshakes: {
    work: 'socket connections (WebSocket and polling) that have not sent a valid token',
    per: 'network, and in total',
    most: { eachNetwork: 128, total: 2_000 },
    answer: '403 to the handshake',
  },
  handshakeMessages: {
    work: 'messages on a socket connection before a valid token',
    per: 'connection',
    most: { count: 8 },
    answer: 'the connection ends; it also ends at the first refused CONNECT',
  },
  socketTokens: {
    work: 'waiting for the token of a socket',
    per: 'connection',
    most: { timeMs: 10 * second },
    answer: 'the connection ends',
  },
  socketMessages: {
    work: 'receiving a message on a socket',
    per: 'message',
    most: { bytes: 100_000 },
    answer: 'the connection ends',
  },
  sockets: {
    work: 'open sockets of a signed-in person',
    per: 'person, namespace and instance',
    most: { count: 1_000 },
    answer: '`unavailable` to the CONNECT, and the connection ends',
  },
  tokenAge: {
    work: 'using the result of a token query again',
    per: 'connection',
    most: { timeMs: second },
    answer: 'the token is queried again',
  },
} as const satisfies Record<string, Bound>
