import { createHash } from 'node:crypto'
import { type ChainRecord, isSignedText, jcs, sha256 } from './independent-chain.ts'

/** The rules for a dossier in docs/evidence.md as a second implementation, without shared code. */
export type Given = { file: string | Buffer; heads?: string | Buffer; key?: string }

type Json = null | boolean | number | string | Json[] | { [name: string]: Json }
type JsonFields = { [name: string]: Json }

/** A field that has another shape, or a rule that does not hold. */
class Refused extends Error {}

export function isGenuine(given: Given): boolean {
  try {
    verify(given)
    return true
  } catch (error) {
    if (error instanceof Refused || error instanceof SyntaxError) return false
    throw error
  }
}

function demand(holds: boolean, rule: string): asserts holds {
  if (!holds) throw new Refused(rule)
}

function verify({ file, heads, key }: Given): void {
  const text = cleaned(file)
  const opening = '<script type="application/json" id="dossier">'
  const isPage = text[0] === '<'
  const [beforeData, ...rest] = isPage ? text.split(opening) : ['']
  const inner = isPage ? rest.join(opening) : text
  const end = isPage ? inner.indexOf('</script>') : inner.length
  demand(end >= 0, 'the page has data')
  const written = inner.slice(0, end)
  const all: Json = JSON.parse(written)
  demand(written === (isPage ? jcs(all).split('<').join('\\u003c') : jcs(all)), 'the data is canonical')

  const outer = fields(all, ['dossier', 'signature'])
  const it = readDossier(outer.dossier)
  if (isPage) demand(sha256(`${beforeData}${opening}${inner.slice(end)}`) === it.page, 'the page is signed')
  const { publicKey } = it
  demand(isSignedText(jcs(outer.dossier ?? null), base64(outer.signature), publicKey), 'the signature is right')
  const own = createHash('sha256').update(Buffer.from(publicKey, 'base64')).digest('hex')
  demand(it.fingerprint === own, 'the fingerprint is that of the key')
  if (key !== undefined) demand(key.toLowerCase().split(/[\s:]/).join('') === own, 'the key is the known one')

  demand(it.keys.at(-1)?.publicKey === publicKey, 'the last key signs')
  it.keys.forEach(({ seq }, index) => {
    demand(index === 0 || seq > (it.keys[index - 1]?.seq ?? 0), 'the keys are in order')
    demand(seq <= it.chain.seq, 'no key is later than the chain')
  })
  demand(it.chain.customer === it.customer, 'the chain is of the customer')
  demand(isSignedHead(it.chain, publicKey), 'the end of the chain is signed')

  const hashes = new Map([[it.start.seq, it.start.hash]])
  let previous = it.start
  demand(it.records.length > 0 && it.records.length === it.hashes.length, 'there are records with their hashes')
  if (it.start.seq === 0)
    demand(it.start.hash === sha256(`guarita ${it.customer}`), 'the chain begins at its beginning')
  for (const [index, record] of it.records.entries()) {
    demand(record.seq === previous.seq + 1 && record.prev === previous.hash, 'a record follows the one before')
    previous = { seq: record.seq, hash: sha256(previous.hash + jcs(record)) }
    demand(previous.hash === it.hashes[index], 'the hash is the one in the list')
    hashes.set(previous.seq, previous.hash)
  }
  demand(previous.seq === it.end.seq && previous.hash === it.end.hash, 'the last record is the end')
  demand(it.end.seq <= it.chain.seq, 'the end is not after the chain')
  demand((hashes.get(it.chain.seq) ?? it.chain.hash) === it.chain.hash, 'the chain has the hash of its record')
  hashes.set(it.chain.seq, it.chain.hash)

  const isInside = (record: ChainRecord | undefined) => String(record?.at) >= it.from && String(record?.at) < it.to
  demand(it.from < it.to, 'the period has a length')
  demand(it.start.seq + 1 >= it.oldest, 'nothing is older than the oldest')
  demand(it.start.seq + 1 === it.oldest || !isInside(it.records[0]), 'a record before the period')
  demand(it.end.seq === it.chain.seq || !isInside(it.records.at(-1)), 'a record after the period')
  const announced = it.records.flatMap(({ seq, kind, data }) => (kind === 'key' ? [[seq, publicKeyIn(data)]] : []))
  const listed = it.keys.filter(({ seq }) => seq > it.start.seq && seq <= it.end.seq)
  demand(jcs(announced) === jcs(listed.map((each) => [each.seq, each.publicKey])), 'the keys are those of the records')

  const inRecords = it.records.map(jcs).join('')
  for (const [hash, kept] of Object.entries(it.personal)) {
    demand(inRecords.includes(`{"salted":"${hashOf(hash)}"}`), 'a personal value belongs to a record')
    demand(kept === null || sha256(kept.salt + kept.value) === hash, 'a personal value fits its hash')
  }
  for (const { seq, hash, at, answer } of it.stamps) {
    demand(hashes.get(seq) === hash, 'a stamp has the hash of its record')
    const digest = sha256(jcs({ customer: it.customer, seq, hash, at }))
    demand(Buffer.from(answer, 'base64').includes(Buffer.from(digest, 'hex')), 'a stamp is of its head')
  }
  if (it.rules !== null) {
    demand(it.rules.kind === 'rules' && it.rules.seq <= it.start.seq, 'the rules are of an earlier record')
    const hash = sha256(it.rules.prev + jcs(it.rules))
    demand(it.rules.seq < it.start.seq || hash === it.start.hash, 'the rules are those of the record')
  }
  if (heads !== undefined) verifyHeads(cleaned(heads), it, hashes)
}

function verifyHeads(text: string, it: ReturnType<typeof readDossier>, hashes: ReadonlyMap<number, string>): void {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  demand(lines.length > 0, 'there is a head')
  const seen = new Map<number, string>()
  for (const line of lines) {
    const head = headOf(JSON.parse(line))
    demand(line.length <= 1_000, 'a line is not too long')
    const outsideTexts = line.split(/"(?:\\.|[^\\"])*"/).join('')
    demand(outsideTexts.split(':').length === 6, 'a field of a head stands once')
    demand(head.customer === it.customer, 'a head is of the customer')
    const signer = it.keys.filter(({ seq }) => seq <= head.seq).at(-1)
    demand(signer !== undefined && isSignedHead(head, signer.publicKey), 'a head is signed with the key of its time')
    demand((hashes.get(head.seq) ?? head.hash) === head.hash, 'a head has the hash of its record')
    demand((seen.get(head.seq) ?? head.hash) === head.hash, 'two heads do not differ')
    seen.set(head.seq, head.hash)
    demand(head.seq <= it.chain.seq || head.at >= it.chain.at, 'the chain does not go back')
  }
}

function trimmed(text: string): string {
  const kept = text.split('')
  while ([' ', '\t', '\n'].includes(kept[0] ?? '')) kept.shift()
  while ([' ', '\t', '\n'].includes(kept.at(-1) ?? '')) kept.pop()
  return kept.join('')
}

function cleaned(file: string | Buffer): string {
  if (typeof file === 'string')
    return trimmed(
      file
        .replace(/^\uFEFF/, '')
        .split('\r\n')
        .join('\n'),
    )
  const start = file.subarray(0, 2).toString('hex')
  demand(!['fffe', 'feff'].includes(start) || file.length % 2 === 0, 'UTF-16 has two bytes per unit')
  if (start === 'fffe') return cleaned(file.toString('utf16le'))
  if (start === 'feff') return cleaned(Buffer.from(file).swap16().toString('utf16le'))
  return cleaned(file.toString('utf8'))
}

function fields(value: Json | undefined, names: readonly string[]): JsonFields {
  demand(typeof value === 'object' && value !== null && !Array.isArray(value), 'an object')
  const allowed = names.map((name) => name.replace('?', ''))
  demand(
    Object.keys(value).every((name) => allowed.includes(name)),
    'only known fields',
  )
  demand(
    names.every((name) => name.endsWith('?') || Object.hasOwn(value, name)),
    'all fields',
  )
  return value
}

function list(value: Json | undefined): Json[] {
  demand(Array.isArray(value), 'a list')
  return value
}

function map<Value>(value: Json | undefined, read: (value: Json) => Value): { [name: string]: Value } {
  demand(typeof value === 'object' && value !== null && !Array.isArray(value), 'fields by name')
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, read(each)]))
}

function text(value: Json | undefined): string {
  demand(typeof value === 'string', 'a text')
  return value
}

function matching(pattern: RegExp) {
  return (value: Json | undefined) => {
    const given = text(value)
    demand(pattern.test(given), `a text like ${pattern}`)
    return given
  }
}

const hashOf = matching(/^[a-f\d]{64}$/)
const timeOf = matching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/)

function base64(value: Json | undefined): string {
  const given = text(value)
  demand(given !== '' && Buffer.from(given, 'base64').toString('base64') === given, 'base64')
  return given
}

function number(value: Json | undefined): number {
  demand(typeof value === 'number' && Number.isInteger(value) && value >= 0, 'a number')
  return value
}

function positionOf(value: Json | undefined) {
  const { seq, hash } = fields(value, ['seq', 'hash'])
  return { seq: number(seq), hash: hashOf(hash) }
}

function momentOf(value: Json | undefined) {
  const { seq, at } = fields(value, ['seq', 'at'])
  return { seq: number(seq), at: timeOf(at) }
}

function headOf(value: Json | undefined) {
  const { customer, seq, hash, at, signature } = fields(value, ['customer', 'seq', 'hash', 'at', 'signature'])
  return {
    ...{ customer: text(customer), seq: number(seq), hash: hashOf(hash) },
    ...{ at: timeOf(at), signature: base64(signature) },
  }
}

function isSignedHead({ customer, seq, hash, at, signature }: ReturnType<typeof headOf>, publicKey: string): boolean {
  return isSignedText(jcs({ customer, seq, hash, at }), signature, publicKey)
}

function recordOf(value: Json): ChainRecord & { kind: string; data: JsonFields } {
  const record = fields(value, ['seq', 'at', 'kind', 'actor', 'subject', 'data', 'prev'])
  map(record.actor, () => null)
  const subject = fields(record.subject, ['device?', 'condominium?', 'person?'])
  map(subject, text)
  const read = { seq: number(record.seq), at: timeOf(record.at), kind: text(record.kind), prev: hashOf(record.prev) }
  return { ...record, ...read, data: map(record.data, (each) => each) }
}

function publicKeyIn({ publicKey = null }: JsonFields): Json {
  return publicKey
}

function readDossier(value: Json | undefined) {
  const it = fields(value, [
    ...['format', 'madeAt', 'madeBy', 'server', 'customer', 'subject', 'period', 'zone', 'publicKey', 'fingerprint'],
    ...[
      'keys',
      'chain',
      'oldest',
      'start',
      'end',
      'records',
      'hashes',
      'personal',
      'stamps',
      'names',
      'signedIn',
      'page',
      'rules?',
    ],
  ])
  demand(it.format === 'guarita-dossier-2', 'the format')
  timeOf(it.madeAt)
  map(fields(it.madeBy, ['id', 'name']), text)
  map(fields(it.server, ['name', 'version']), text)
  map(fields(it.subject, ['device?', 'condominium?']), text)
  text(it.zone)
  for (const each of Object.values(fields(it.names, ['people', 'devices', 'condominiums']))) map(each, text)
  for (const each of list(it.signedIn)) {
    const session = fields(each, ['person', 'session', 'begun', 'ended'])
    text(session.person)
    text(session.session)
    momentOf(session.begun)
    if (session.ended !== null && session.ended !== 'sem registro') momentOf(session.ended)
  }
  const customer = map(fields(it.customer, ['id', 'name']), text)
  const period = map(fields(it.period, ['from', 'to']), timeOf)
  return {
    customer: customer.id ?? '',
    from: period.from ?? '',
    to: period.to ?? '',
    publicKey: base64(it.publicKey),
    fingerprint: hashOf(it.fingerprint),
    keys: list(it.keys).map((each) => {
      const key = fields(each, ['seq', 'publicKey'])
      return { seq: number(key.seq), publicKey: base64(key.publicKey) }
    }),
    chain: headOf(it.chain),
    oldest: number(it.oldest),
    start: positionOf(it.start),
    end: positionOf(it.end),
    records: list(it.records).map(recordOf),
    hashes: list(it.hashes).map(hashOf),
    personal: map(it.personal, (each) => {
      if (each === 'apagado') return null
      const { salt, value } = fields(each, ['salt', 'value'])
      return { salt: matching(/^[a-f\d]{32}$/)(salt), value: text(value) }
    }),
    stamps: list(it.stamps).map((each) => {
      const stamp = fields(each, ['seq', 'hash', 'at', 'answer'])
      return {
        ...{ seq: number(stamp.seq), hash: hashOf(stamp.hash) },
        at: timeOf(stamp.at),
        answer: base64(stamp.answer),
      }
    }),
    page: hashOf(it.page),
    rules: it.rules === undefined || it.rules === null ? null : recordOf(it.rules),
  }
}
