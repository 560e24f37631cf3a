import { mostRows } from '../contract/spreadsheet/row-limit.ts'
import { mostFileBytes } from '../contract/spreadsheet/spreadsheet.ts'
import { mostBodyMebibytes } from '../contract/wire/answers/errors.ts'
import { mostEvents } from '../contract/wire/requests/device-events.ts'
import { mostKinds } from '../contract/wire/requests/event-kinds.ts'
import { checkTimes } from './health/check-times.ts'

const second = 1_000
const minute = 60 * second
const kibibyte = 1024
const mebibyte = 1024 * kibibyte

/** A limit of work: the kind of work, the counted unit, the limit by names that carry the unit, and the answer beyond the limit. */
export type Bound = {
  readonly work: string
  readonly per: string
  readonly most: Readonly<Record<string, number>>
  readonly answer: string
}

/**
 * Every bound on work for callers, sockets, workers and outgoing calls (OPS-4); the code that does the work takes the limit from here.
 * `docs/before-real-use.md` prints the list.
 */
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
    most: { bytes: mostBodyMebibytes * mebibyte, depth: 32 },
    answer: '413; 400 for a deeper body',
  },
  runningCalls: {
    work: 'running calls of a signed-in person',
    per: 'person and instance',
    most: { count: 500 },
    answer: '429, `Retry-After: 1`',
  },
  writesWithoutRight: {
    work: 'writes that every signed-in person may make: incidents, handovers, notifications, links of walls, own account',
    per: 'person, day (UTC) and instance',
    most: { count: 10_000 },
    answer: '429, `Retry-After`; sign-out, renewal and the sign-in go on',
  },
  deviceCalls: {
    work: 'running calls to devices',
    per: 'instance',
    most: { count: 1_000 },
    answer: '503, `notAsked`',
  },
  calledDevices: {
    work: 'calls of people to devices: `quick` for devices that answered lately, `slow` for the others',
    per: 'instance; `atAddress` per address',
    most: { quick: 256, slow: 512, atAddress: 64, waitMs: 0 },
    answer: '503, `notAsked`, `Retry-After: 1`',
  },
  testedDevices: {
    work: 'connection tests of devices',
    per: 'instance; `atAddress` per address',
    most: { quick: 64, slow: 512, atAddress: 64, waitMs: 4 * second },
    answer: '503, `notAsked`, `Retry-After: 1`',
  },
  checkedDevices: {
    work: 'checks of devices by the server',
    per: 'instance; `atAddress` per address',
    most: { quick: 128, slow: 2_048, atAddress: 64, waitMs: 4 * second },
    answer: 'the check is due again',
  },
  deviceCommands: {
    work: 'commands that run or wait',
    per: 'device',
    most: { count: 8 },
    answer: '503, `notAsked`, `Retry-After: 1`',
  },
  openings: {
    work: 'openings of gates and doors; `eachDevice` by all people together',
    per: 'person and device',
    most: { count: 20, eachDevice: 30, timeMs: minute },
    answer: '429, `Retry-After`',
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
    work: 'storing declared records and events of gates and controllers',
    per: 'disk of the data directory',
    most: { freeBytes: 500 * 1_000_000, freePercent: 10, percentAtMostBytes: 5 * 1_000_000_000 },
    answer: '503 while less is free; sign-in, commands and records of the server go on until 64 MiB',
  },
  signIn: {
    work: 'wrong passwords',
    per: 'account and network',
    most: { count: 10, timeMs: 5 * minute },
    answer: '429, `Retry-After`',
  },
  signInNetwork: {
    work: 'wrong passwords',
    per: 'network; a browser of `signInBrowser` is not limited',
    most: { count: 100, timeMs: 5 * minute },
    answer: '429, `Retry-After`',
  },
  signInAccount: {
    work: 'wrong passwords from networks where the person never signed in',
    per: 'account',
    most: { count: 30, timeMs: 60 * minute },
    answer: '429, `Retry-After`',
  },
  signInTurns: {
    work: 'sign-ins that run or wait',
    per: 'instance; `waitingEach` per network, or per browser in which a person signed in before',
    most: { running: 4, waiting: 14, waitingEach: 6 },
    answer: '429, `Retry-After: 3`',
  },
  passwordHashes: {
    work: 'password hashes that run or wait',
    per: 'process; `waitingEach` per network',
    most: { running: 2, waiting: 16, waitingEach: 8 },
    answer: '429, `Retry-After: 3`',
  },
  signInBrowser: {
    work: 'wrong passwords in a browser in which the person signed in before',
    per: 'person and browser; counts for no other limit',
    most: { count: 10, timeMs: 5 * minute },
    answer: '429, `Retry-After`',
  },
  ownPasswords: {
    work: 'wrong own passwords in a session (change of the password, proof of presence)',
    per: 'person',
    most: { count: 10, timeMs: 5 * minute },
    answer: '429, `Retry-After`',
  },
  handoverPasswords: {
    work: 'wrong passwords of the next person in a handover; they count for `signInNetwork`, too',
    per: 'person who hands over',
    most: { count: 10, timeMs: 5 * minute },
    answer: '429, `Retry-After`',
  },
  secondFactorCodes: {
    work: 'wrong codes of the second factor',
    per: 'person',
    most: { count: 5, timeMs: 15 * minute },
    answer: '429, `Retry-After`; only a caller with the password or a session of the person reaches this bound',
  },
  oneTimeLinks: {
    work: 'unknown one-time links',
    per: 'network',
    most: { count: 10, timeMs: 5 * minute },
    answer: '429, `Retry-After`',
  },
  foreignCodes: {
    work: 'device codes of other customers in a spreadsheet',
    per: 'person',
    most: { count: 20, timeMs: 60 * minute },
    answer: 'further codes are not marked; the import checks all',
  },
  foreignEmails: {
    work: 'invitations for e-mails of people of other customers',
    per: 'customer',
    most: { count: 20, timeMs: 60 * minute },
    answer: '429 to every invitation, `Retry-After`',
  },
  spreadsheets: {
    work: 'spreadsheets in the worker thread',
    per: 'instance',
    most: { running: 1, waiting: 7, waitingEach: 7, timeMs: 20 * second, memoryBytes: 128 * mebibyte },
    answer: '503, `Retry-After: 10`; 422 for a file that needs more time or memory',
  },
  spreadsheetFile: {
    work: 'reading a spreadsheet of devices',
    per: 'file',
    most: { bytes: mostFileBytes, rows: mostRows },
    answer: '422',
  },
  wallLinks: {
    work: 'links of walls',
    per: 'person',
    most: { count: 20 },
    answer: '409',
  },
  machineTokens: {
    work: 'tokens of machines',
    per: 'customer',
    most: { count: 50 },
    answer: '409',
  },
  machineEvents: {
    work: 'requests with events of controllers; `events` in each',
    per: 'token of a machine',
    most: { count: 120, events: mostEvents, timeMs: minute },
    answer: '429, `Retry-After`; 422 for more events',
  },
  eventKinds: {
    work: 'kinds of events in the catalogue, and in one request',
    per: 'customer',
    most: { count: mostKinds },
    answer: '409; 422 for more in one request',
  },
  dossiers: {
    work: 'making a dossier in a worker thread, and sending it',
    per: 'customer and instance; `inAll` per instance',
    most: {
      running: 1,
      inAll: 2,
      records: 500_000,
      pageBytes: 500_000_000,
      memoryBytes: 48 * mebibyte,
      silenceMs: minute,
    },
    answer: '429, `Retry-After: 10`; 422 for more records; the connection of a client that takes nothing ends',
  },
  portTests: {
    work: 'connections that test the ports of devices',
    per: 'instance; `atAddress` per address and port',
    most: { quick: 32, slow: 256, atAddress: 4, waitMs: 10 * minute, timeMs: second },
    answer: '503; a test of an address counts for 30 s',
  },
  deviceLines: {
    work: 'receiving the answer of a device',
    per: 'connection',
    most: { characters: 4_096 },
    answer: 'failure `garbage`',
  },
  deviceTime: {
    work: 'waiting for a device (`GUARITA_DEVICE_TIMEOUT_MS`)',
    per: 'call or check',
    most: { timeMs: checkTimes.answerTimeoutMs },
    answer: 'failure `silent` or `hung`',
  },
  cepQuestions: {
    work: 'questions for addresses of a CEP',
    per: 'person',
    most: { count: 60, timeMs: minute },
    answer: '429, `Retry-After`',
  },
  cepAnswers: {
    work: 'receiving an answer of the CEP service',
    per: 'call',
    most: { timeMs: 5 * second, bytes: 16 * kibibyte },
    answer: '503',
  },
  anchorAnswers: {
    work: 'receiving an answer of an anchor or a time-stamp authority',
    per: 'call',
    most: { timeMs: 10 * second, bytes: 64 * kibibyte },
    answer: 'the warning `anchor`; the head is sent again later',
  },
  localCommands: {
    work: 'receiving a command of this machine, or its answer',
    per: 'call',
    most: { bytes: 64 * kibibyte, timeMs: 10 * minute },
    answer: '409, and the connection ends',
  },
  redis: {
    work: 'connecting to Redis, and waiting for its answer to a ping',
    per: 'connection',
    most: { connectMs: 5 * second, silenceMs: 6 * second },
    answer: 'the sockets of the instance end, and the connection is made again',
  },
  postgres: {
    work: 'connections, statements, and waits for a lock of PostgreSQL',
    per: 'instance',
    most: { connections: 10, connectMs: 5 * second, lockMs: 10 * second, statementMs: 30 * second },
    answer: '503, `Retry-After: 5`',
  },
  readiness: {
    work: 'asking the database and the disk for `/readyz`',
    per: 'instance',
    most: { knownMs: second, timeMs: 2 * second },
    answer: 'the last result; 503 without an answer',
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
