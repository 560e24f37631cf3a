import { createHash } from 'node:crypto'
import { rulesOf } from '../../../backend/rules/rules-records.ts'
import type { Dossier, SignedHead } from '../../../contract/wire/answers/evidence.ts'
import { type ChainRecord, hashOf, jcs, sha256 } from './independent-chain.ts'
import type { Given } from './independent-verifier.ts'
import {
  dossierOf,
  earlierSigner,
  firstHash,
  jsonOf,
  keyRecord,
  recordsAfter,
  signatureOf,
  signedFiles,
  signedHead,
  signer,
  stranger,
  timeOf,
} from './made-dossier.ts'

const customer = 'horizonte'
const salt = '0123456789abcdef0123456789abcdef'
const personal = { [sha256(`${salt}127.0.0.1`)]: { salt, value: '127.0.0.1' } }
const [salted = ''] = Object.keys(personal)
const otherSalted = sha256(`${salt}10.0.0.9`)

/**
 * A chain of 24 records. The server takes the key `earlierSigner` at record 1 and `signer` at record 8. Records 12 to 16 are in the period,
 * the dossier has 11 to 17.
 */
const whole = recordsAfter({ seq: 0, hash: firstHash(customer) }, 24, (seq) => {
  if (seq === 1) return keyRecord(earlierSigner)
  if (seq === 8) return keyRecord(signer)
  if (seq === 13) return { data: { from: { salted } } }
  if (seq === 14) return { data: { from: { salted: otherSalted } }, subject: { device: 'D-2' } }
  return seq === 15
    ? { kind: 'device.reset', data: { reason: 'Obra <b>\r\n</script><!-- "já" --> \\u003c & mais' } }
    : {}
})
const recordAt = (seq: number): ChainRecord => {
  const record = whole[seq - 1]
  if (record === undefined) throw new Error(`no record ${seq}`)
  return record
}
const positionAt = (seq: number) => ({ seq, hash: seq === 0 ? firstHash(customer) : hashOf(recordAt(seq)) })
const headAt = (seq: number, at: string, by = signer) => signedHead({ customer, ...positionAt(seq), at }, by)
const madeAt = '2026-11-22T12:00:00.000Z'
const stampDigest = createHash('sha256')
  .update(jcs({ customer, ...positionAt(15), at: madeAt }))
  .digest()

/** The digest begins in the middle of a byte. */
const shiftedAnswer = Buffer.from(`0${stampDigest.toString('hex')}0`, 'hex').toString('base64')
const groups = (text: string, by: string) => text.match(/../g)?.join(by) ?? ''
const bom = '\uFEFF'

/** Builds the dossier of records `first` to `last` of the chain, as the server does. */
function stretch(first: number, last: number, changes: Partial<Dossier> = {}): Dossier {
  return dossierOf(customer, positionAt(first - 1), whole.slice(first - 1, last), {
    period: { from: timeOf(first + 1), to: timeOf(last) },
    keys: [
      { seq: 1, publicKey: earlierSigner.publicKey },
      { seq: 8, publicKey: signer.publicKey },
    ],
    chain: headAt(24, madeAt),
    oldest: 1,
    ...changes,
  })
}

const base = stretch(11, 17, {
  subject: { device: 'D-1' },
  personal,
  names: { people: { ana: 'Ana' }, devices: { 'D-1': 'Portão' }, condominiums: {} },
  signedIn: [{ person: 'ana', session: 's1', begun: { seq: 3, at: timeOf(3) }, ended: null }],
  stamps: [
    { ...positionAt(15), at: madeAt, answer: Buffer.concat([Buffer.from('0'), stampDigest]).toString('base64') },
  ],
})
const { json, page } = signedFiles(base)
const genuine: { dossier: Dossier; signature: string } = JSON.parse(json)
const { dossier, signature } = genuine

/** The JSON file with changed fields and the original signature. */
const withFields = (changes: object): Given => ({ file: jcs({ dossier: { ...dossier, ...changes }, signature }) })
const withRecord = (seq: number, changes: object, records = dossier.records): Given =>
  withFields({ records: records.map((record) => (record.seq === seq ? { ...record, ...changes } : record)) })
/** A change of a text; throws if there is nothing to change. */
function replaced(text: string, from: string, to: string): string {
  if (!text.includes(from)) throw new Error(`nothing to replace: ${from}`)
  return text.replace(from, () => to)
}
const inJson = (from: string, to: string): Given => ({ file: replaced(json, from, to) })
const onPage = (from: string, to: string): Given => ({ file: replaced(page, from, to) })
const withHeads = (...heads: (string | object)[]): Given => ({
  file: json,
  heads: heads.map((head) => (typeof head === 'string' ? head : JSON.stringify(head))).join('\n'),
})
const { [salted]: _removed, ...lessPersonal } = personal
const otherPage = signedFiles({ ...base, customer: { id: customer, name: 'Outra' } })
const data = replaced(page.slice(page.indexOf('id="dossier">') + 13), '', '').split('</script>')[0] ?? ''
const forgedData = replaced(data, 'Portão', 'Fundos')
const element = (inner: string) => `<script type="application/json" id="dossier">${inner}</script>`
const oneRow = /<tr><td>13<\/td>.*?<\/tr>/.exec(page)?.[0] ?? ''
const lateHead = headAt(24, '2026-11-23T12:00:00.000Z')
const without = (head: SignedHead, field: keyof SignedHead) =>
  Object.fromEntries(Object.entries(head).filter(([name]) => name !== field))
/** Rewrites the records from 13 on, with right hashes, and without the key. */
const rewritten = recordsAfter(positionAt(12), 5, (seq) => ({ ...recordAt(seq), kind: 'outra' }))
const reordered = [
  ...dossier.records.slice(0, 2),
  dossier.records[3] ?? {},
  dossier.records[2] ?? {},
  ...dossier.records.slice(4),
]

/** One record with two salted values, one after the other. */
const spanned = dossierOf(
  customer,
  positionAt(24),
  recordsAfter(positionAt(24), 1, () => ({ data: { from: { salted }, via: { salted: otherSalted } } })),
  { period: { from: timeOf(30), to: timeOf(40) } },
)
/** A customer whose id is also the name of a field of a head. */
const named = dossierOf(
  'seq',
  { seq: 0, hash: firstHash('seq') },
  recordsAfter({ seq: 0, hash: firstHash('seq') }, 2),
  {
    keys: [{ seq: 0, publicKey: signer.publicKey }],
  },
)

const openEnded = base.signedIn.map((each) => ({ ...each, ended: 'sem registro' as const }))

/** A chain whose records 3 and 6 contain the rules. The period has records 5 to 8; the dossier has records 4 to 9. */
const ruled = recordsAfter({ seq: 0, hash: firstHash(customer) }, 12, (seq) => {
  if (seq === 1) return keyRecord(signer)
  const data = rulesOf({ version: `0.3.0+${seq}`, commit: null })
  return seq === 3 || seq === 6 ? { kind: 'rules', actor: { server: true }, subject: {}, data } : {}
})
const [, , rulesBefore = recordAt(3)] = ruled
const withRules = (rules: ChainRecord): Dossier =>
  dossierOf(customer, { seq: 3, hash: hashOf(rulesBefore) }, ruled.slice(3, 9), {
    period: { from: timeOf(5), to: timeOf(9) },
    keys: [{ seq: 1, publicKey: signer.publicKey }],
    chain: signedHead({ customer, seq: 12, hash: hashOf(ruled[11] ?? rulesBefore), at: madeAt }),
    oldest: 1,
    rules,
  })
const { rules: _none, ...ofEarlierVersion } = base

/** Signs everything with a key that the server no longer uses. */
function byOldKey(changes: Partial<Dossier>): Given {
  const { publicKey, fingerprint } = earlierSigner
  const own = { publicKey, fingerprint, chain: headAt(24, madeAt, earlierSigner) }
  return { file: signedFiles({ ...stretch(6, 12), ...own, ...changes }, earlierSigner).json }
}

/** Files, heads and fingerprints that are forged or cannot be verified: name → what the verifier gets. */
export const tamperings: Readonly<Record<string, Given>> = {
  'another name of the customer': withFields({ customer: { id: customer, name: 'Outra' } }),
  'another customer': withFields({ customer: { id: 'litoral', name: customer } }),
  'another subject': withFields({ subject: { device: 'D-2' } }),
  'no subject': withFields({ subject: {} }),
  'an earlier begin of the period': withFields({ period: { ...dossier.period, from: timeOf(1) } }),
  'a later end of the period': withFields({ period: { ...dossier.period, to: timeOf(20) } }),
  'another time of making': withFields({ madeAt: '2026-11-22T12:00:00.001Z' }),
  'another maker': withFields({ madeBy: { id: 'bia', name: 'Bia' } }),
  'another server': withFields({ server: { name: 'outro', version: '0.3.0' } }),
  'another time zone': withFields({ zone: 'UTC' }),
  'another name of a person': withFields({ names: { ...dossier.names, people: { ana: 'Bia' } } }),
  'a name less': withFields({ names: { ...dossier.names, devices: {} } }),
  'a name more': withFields({ names: { ...dossier.names, condominiums: { c: 'C' } } }),
  'nobody signed in': withFields({ signedIn: [] }),
  'an invented sign-out': withFields({
    signedIn: dossier.signedIn.map((each) => ({ ...each, ended: { seq: 9, at: timeOf(9) } })),
  }),
  'an invented session': withFields({ signedIn: [...dossier.signedIn, ...dossier.signedIn] }),
  'another personal value': withFields({ personal: { [salted]: { salt, value: '7.0.0.1' } } }),
  'a moved border between salt and value': withFields({
    personal: { [salted]: { salt: `${salt}12`, value: '7.0.0.1' } },
  }),
  'an invented erasure': withFields({ personal: { [salted]: 'apagado' } }),
  'a removed personal value': withFields({ personal: lessPersonal }),
  'an invented personal value': withFields({ personal: { ...personal, [otherSalted]: { salt, value: '10.0.0.9' } } }),
  'a personal value of no record': withFields({
    personal: { ...personal, [sha256(`${salt}a`)]: { salt, value: 'a' } },
  }),
  'an unknown field beside the dossier': { file: jcs({ ...genuine, note: '' }) },
  'an unknown field in the dossier': withFields({ note: '' }),
  'an unknown field in a record': withRecord(13, { note: '' }),
  'an unknown field in a head': withFields({ chain: { ...dossier.chain, note: '' } }),
  'an unknown kind of names': withFields({ names: { ...dossier.names, others: {} } }),
  'a missing field': inJson(`"page":"${dossier.page}",`, ''),
  'a removed time stamp': withFields({ stamps: [] }),
  'a time stamp of another time': withFields({ stamps: dossier.stamps.map((stamp) => ({ ...stamp, at: timeOf(15) })) }),
  'the five newest records cut': withFields({
    ...{ records: dossier.records.slice(0, 2), hashes: dossier.hashes.slice(0, 2), end: positionAt(12) },
  }),
  'the five newest records cut, with a genuine earlier end of the chain': withFields({
    ...{ records: dossier.records.slice(0, 2), hashes: dossier.hashes.slice(0, 2), end: positionAt(12) },
    chain: headAt(12, timeOf(12)),
  }),
  'the first record cut': withFields({
    ...{ records: dossier.records.slice(1), hashes: dossier.hashes.slice(1), start: positionAt(11) },
  }),
  'an edited record': withRecord(13, { actor: { person: 'bia' } }),
  'edited records with new hashes': withFields({
    records: [...dossier.records.slice(0, 2), ...rewritten],
    hashes: [...dossier.hashes.slice(0, 2), ...rewritten.map(hashOf)],
    end: { seq: 17, hash: hashOf(rewritten.at(-1) ?? recordAt(17)) },
  }),
  'a deleted record': withFields({ records: dossier.records.filter(({ seq }) => seq !== 13) }),
  'a record twice': withFields({ records: [...dossier.records.slice(0, 3), ...dossier.records.slice(2)] }),
  'records in another order': withFields({ records: reordered }),
  'a hash less': withFields({ hashes: dossier.hashes.slice(0, -1) }),
  'an earlier end of the chain': withFields({ chain: headAt(20, timeOf(20)) }),
  'an end of the chain by another key': withFields({ chain: headAt(24, madeAt, stranger) }),
  'another time of the end of the chain': withFields({ chain: { ...dossier.chain, at: timeOf(24) } }),
  'another oldest record': withFields({ oldest: 11 }),
  'no keys': withFields({ keys: [] }),
  'another fingerprint': withFields({ fingerprint: stranger.fingerprint }),
  'no signature': { file: jcs({ dossier }) },
  'an empty signature': { file: jcs({ dossier, signature: '' }) },
  'a signature with other unused bits': {
    file: jcs({ dossier, signature: replaced(signature, '==', '').replace(/.$/, (last) => `${next(last)}==`) }),
  },
  'the signature of another dossier': { file: jcs({ dossier, signature: signatureOf(jcs(stretch(12, 17))) }) },
  'the signature of another key': { file: jsonOf(dossier, signatureOf(jcs(dossier), stranger)) },
  'signed again with another key': {
    ...signedAgain(stranger),
    key: signer.fingerprint,
  },
  'the old key after the rotation': byOldKey({}),
  'the old key, with a list of keys that ends before the rotation': byOldKey({
    keys: [{ seq: 1, publicKey: earlierSigner.publicKey }],
  }),
  'the old key, with an invented return to it': byOldKey({
    keys: [
      { seq: 1, publicKey: earlierSigner.publicKey },
      { seq: 12, publicKey: earlierSigner.publicKey },
    ],
  }),
  'a signed dossier whose end lacks records of the period': {
    file: signedFiles({ ...stretch(11, 15), period: base.period }).json,
  },
  'a signed dossier whose begin lacks records of the period': {
    file: signedFiles({ ...stretch(13, 17), period: base.period }).json,
  },
  'a signed dossier that goes beyond the chain': {
    file: signedFiles(stretch(11, 17, { chain: headAt(16, madeAt) })).json,
  },
  'a signed dossier without records': {
    file: signedFiles({ ...base, ...{ records: [], hashes: [], stamps: [], personal: {} }, end: base.start }).json,
  },
  'a duplicate dossier': inJson('{"dossier":', `{"dossier":${jcs({ ...dossier, zone: 'UTC' })},"dossier":`),
  'a duplicate field': inJson('"zone":', '"zone":"UTC","zone":'),
  'a duplicate field in a record': inJson('"kind":"device.reset"', '"kind":"device.deleted","kind":"device.reset"'),
  'a duplicate name': inJson('"D-1":"Portão"', '"D-1":"Fundos","D-1":"Portão"'),
  'a duplicate field in a head': inJson('"seq":24,', '"seq":23,"seq":24,'),
  'spaces in the data': { file: JSON.stringify(JSON.parse(json), null, 2) },
  'another order of fields': { file: JSON.stringify({ signature, dossier }) },
  'another way to write a number': inJson('"oldest":1,', '"oldest":1.0,'),
  'another way to write a letter': inJson('Portão', 'Port\\u00e3o'),
  'text after the data': { file: `${json}{}` },
  'the old format': { file: jcs({ ...dossier, format: 'guarita-dossier-1' }) },
  'a list': { file: '[]' },
  'an empty file': { file: '' },

  'a row hidden by its style': onPage('<tr><td>13<', '<tr style="display:none"><td>13<'),
  'a row hidden by an attribute': onPage('<tr><td>13<', '<tr hidden><td>13<'),
  'a row hidden by a style sheet': onPage('</style>', 'tr:nth-child(2) { display: none }</style>'),
  'a second style sheet': onPage('</head>', '<style>article { display: none }</style></head>'),
  'an added paragraph': onPage('</article>', '<p>Nada mais aconteceu.</p></article>'),
  'an added row': onPage(oneRow, oneRow + oneRow),
  'a removed row': onPage(oneRow, ''),
  'a changed cell': onPage('Ana (ana)', 'Bia (bia)'),
  'another title': onPage('<h1>', '<h1>Cópia: '),
  'a comment': onPage('<body>', '<body><!-- -->'),
  'a space': onPage('</h1>', ' </h1>'),
  'text after the page': { file: `${page}<p>Fim</p>` },
  'a no-break space before the page': { file: `\u00a0${page}` },
  'a no-break space after the page': { file: `${page}\u00a0` },
  'another program': onPage('instanceof MissingMeans ? error.message', 'instanceof MissingMeans ? "CONFERE"'),
  'forged data on a genuine page': onPage(data, forgedData),
  'genuine data in a comment, forged data on the page': onPage(
    '<p id="verdict"',
    `<!-- ${element(data)} -->${element(forgedData)}<p id="verdict"`,
  ),
  'a second data element before the genuine one': onPage('<body>', `<body>${element(forgedData)}`),
  'a second data element after the genuine one': onPage('</body>', `${element(forgedData)}</body>`),
  'forged data before the page': { file: `${element(forgedData)}${page}` },
  'data that ends its element': onPage('\\u003c/script>', '</script>'),
  'data with the signature for a comment of HTML': onPage('\\u003c!--', '<!--'),
  'the data of another dossier': onPage(data, jcs({ dossier: { ...dossier, zone: 'UTC' }, signature })),
  'the page of another dossier': { file: `${otherPage.before}${data}${otherPage.after}` },
  'a page without data': { file: '<!doctype html><p>Dossiê</p>' },
  'a page whose data has no end': { file: page.slice(0, page.indexOf('</script>')) },

  'a head in another object': withHeads({ head: headAt(15, timeOf(15)) }),
  'a head whose number is a text': withHeads({ ...headAt(15, timeOf(15)), seq: '15' }),
  'an empty file of heads': withHeads(),
  'a file of heads with empty lines': withHeads('', ' ', ''),
  'a head of another customer': withHeads(signedHead({ customer: 'litoral', ...positionAt(15), at: timeOf(15) })),
  'a head by another key': withHeads(headAt(15, timeOf(15), stranger)),
  'a head by the old key after the rotation': withHeads(headAt(15, timeOf(15), earlierSigner)),
  'a head by the new key before the rotation': withHeads(headAt(5, timeOf(5))),
  'a head with another time': withHeads({ ...headAt(15, timeOf(15)), at: timeOf(16) }),
  'a head without a signature': withHeads(without(headAt(15, timeOf(15)), 'signature')),
  'a head with an unknown field': withHeads({ ...headAt(15, timeOf(15)), note: '' }),
  'a head with a duplicate field': withHeads(replaced(JSON.stringify(headAt(15, timeOf(15))), '{', '{"seq":14,')),
  'a head that is no JSON': withHeads('15'),
  'one useless head among good ones': withHeads(headAt(15, timeOf(15)), lateHead, 'x'),
  'a head of a rewritten chain': withHeads(signedHead({ customer, seq: 15, hash: sha256('outra'), at: timeOf(15) })),
  'a head of a rewritten end of the chain': withHeads(
    signedHead({ customer, seq: 24, hash: sha256('outra'), at: madeAt }),
  ),
  'an earlier head that is longer than the chain': withHeads(
    signedHead({ customer, seq: 29, hash: sha256('29'), at: '2026-11-22T11:00:00.000Z' }),
  ),
  'a head before the first known key': {
    file: signedFiles(stretch(11, 17, { keys: [{ seq: 8, publicKey: signer.publicKey }] })).json,
    heads: JSON.stringify(headAt(5, timeOf(5), earlierSigner)),
  },

  'two heads of one record outside of the dossier': withHeads(
    headAt(20, timeOf(20)),
    signedHead({ customer, seq: 20, hash: sha256('outra'), at: timeOf(20) }),
  ),
  'a newer head by a key that the dossier does not know': withHeads(
    signedHead({ customer, seq: 30, hash: sha256('30'), at: '2026-12-01T00:00:00.000Z' }, stranger),
  ),
  'a head with a duplicate field under an escaped name': withHeads(
    replaced(JSON.stringify(headAt(15, timeOf(15))), '{', '{"\\u0073eq":14,'),
  ),
  'a head with a fraction as its number': withHeads(
    replaced(JSON.stringify(headAt(15, timeOf(15))), '"seq":15', '"seq":15.5'),
  ),
  'a head with a negative number': withHeads(signedHead({ customer, seq: -1, hash: sha256(''), at: timeOf(1) })),
  'a head of number 0': withHeads(headAt(0, timeOf(1))),
  'a head in a line of more than 1,000 characters': withHeads(
    replaced(JSON.stringify(headAt(15, timeOf(15))), ',', `,${' '.repeat(1_000)}`),
  ),
  'two heads in one line': withHeads(JSON.stringify(headAt(12, timeOf(12))) + JSON.stringify(headAt(15, timeOf(15)))),
  'a list of heads': withHeads(JSON.stringify([headAt(15, timeOf(15))])),

  'a signed dossier whose time stamp has the hash between two bytes': {
    file: signedFiles({ ...base, stamps: base.stamps.map((stamp) => ({ ...stamp, answer: shiftedAnswer })) }).json,
  },
  'a signed dossier with a time stamp of no record': {
    file: signedFiles({ ...base, stamps: [{ ...positionAt(20), at: madeAt, answer: shiftedAnswer }] }).json,
  },
  'a signed dossier whose earlier key is not exact base64': {
    file: signedFiles(
      stretch(11, 17, {
        keys: [
          { seq: 1, publicKey: 'AB==' },
          { seq: 8, publicKey: signer.publicKey },
        ],
      }),
    ).json,
  },
  'a signed dossier whose earlier key has no padding': {
    file: signedFiles(
      stretch(11, 17, {
        keys: [
          { seq: 1, publicKey: 'AA' },
          { seq: 8, publicKey: signer.publicKey },
        ],
      }),
    ).json,
  },
  'a signed dossier with one key twice at one record': {
    file: signedFiles(
      stretch(11, 17, {
        keys: [
          { seq: 8, publicKey: earlierSigner.publicKey },
          { seq: 8, publicKey: signer.publicKey },
        ],
      }),
    ).json,
  },
  'a signed dossier with a key that no record names': {
    file: signedFiles(
      stretch(6, 12, {
        keys: [
          { seq: 1, publicKey: earlierSigner.publicKey },
          { seq: 7, publicKey: stranger.publicKey },
          { seq: 8, publicKey: signer.publicKey },
        ],
      }),
    ).json,
  },
  'a signed dossier whose personal value spans two salted values': {
    file: signedFiles({ ...spanned, personal: { [`${salted}"},"via":{"salted":"${otherSalted}`]: 'apagado' } }).json,
  },
  'a signed dossier with a period of no length': {
    file: signedFiles({ ...base, period: { from: timeOf(12), to: timeOf(12) } }).json,
  },
  'a signed dossier with a time in another zone': {
    file: signedFiles({ ...base, period: { ...base.period, to: timeOf(17).replace('Z', '+00:00') } }).json,
  },
  'a signed dossier that begins before the oldest record': { file: signedFiles({ ...base, oldest: 12 }).json },
  'a signed dossier of another customer with these records': {
    file: signedFiles({ ...stretch(1, 24), customer: { id: 'litoral', name: customer } }).json,
  },
  'half a character after a file in UTF-16': {
    file: Buffer.concat([Buffer.from(bom + json, 'utf16le'), Buffer.from('{')]),
  },
  'an unknown end of a session': {
    file: replaced(signedFiles({ ...base, signedIn: openEnded }).json, '"sem registro"', '"em casa"'),
  },
  'two byte-order marks': { file: bom + bom + json },
  'a fingerprint with dashes': { file: json, key: groups(signer.fingerprint, '-') },

  'invented rules before the period': withFields({ rules: rulesBefore }),
  'the rules left out': inJson('"rules":null,', ''),
  'a signed dossier with later rules as those before the period': {
    file: jsonOf({ ...base, rules: { ...rulesBefore, seq: 11 } }),
  },
  'a signed dossier with another record as its rules': { file: jsonOf({ ...base, rules: recordAt(9) }) },
  'a signed dossier with an unknown field in its rules': {
    file: jsonOf({ ...base, rules: { ...rulesBefore, note: '' } }),
  },
  'a signed dossier with other rules than those of the record before it': {
    file: jsonOf(withRules({ ...rulesBefore, data: { ...rulesOf({ version: '0.4.0', commit: null }) } })),
  },

  'another known key': { file: json, key: stranger.fingerprint },
  'the begin of a fingerprint': { file: json, key: signer.fingerprint.slice(0, 16) },
  'an empty fingerprint': { file: json, key: '' },
}

/** The next letter of base64, which differs in its last bit only. */
function next(letter: string): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
  return letters[letters.indexOf(letter) ^ 1] ?? ''
}

function signedAgain(by: typeof stranger): Given {
  const { publicKey, fingerprint } = by
  const own = { publicKey, fingerprint, keys: [{ seq: 8, publicKey }], chain: headAt(24, madeAt, by) }
  return { file: signedFiles({ ...base, ...own }, by).json }
}

/** Chain with records whose time goes back: 1 to 5 at minutes 1 to 5, then 6 to 9 at minutes 2 to 5. */
const minute = (at: number) => `2026-02-02T00:0${at}:00.000Z`
const setBack = recordsAfter({ seq: 0, hash: firstHash(customer) }, 9, (seq) => ({
  at: minute(seq <= 5 ? seq : seq - 4),
  ...(seq === 1 && keyRecord(signer)),
}))

function setBackStretch(first: number, last: number, period: Dossier['period']): Given {
  const startRecord = setBack[first - 2]
  const start = { seq: first - 1, hash: startRecord === undefined ? firstHash(customer) : hashOf(startRecord) }
  const chain = signedHead({ customer, seq: 9, hash: hashOf(setBack[8] ?? recordAt(1)), at: madeAt })
  const keys = [{ seq: 1, publicKey: signer.publicKey }]
  return {
    file: signedFiles(dossierOf(customer, start, setBack.slice(first - 1, last), { period, chain, keys, oldest: 1 }))
      .json,
  }
}

/** Files as an honest person may have them. */
export const honest: Readonly<Record<string, Given>> = {
  'the JSON file': { file: json },
  'the page': { file: page },
  'the JSON file with a byte-order mark': { file: bom + json },
  'the page with a byte-order mark': { file: Buffer.from(bom + page) },
  'the page with CRLF': { file: page.replaceAll('\n', '\r\n') },
  'the JSON file in UTF-16': { file: Buffer.from(bom + json, 'utf16le') },
  'the page in UTF-16, most significant byte first': { file: Buffer.from(bom + page, 'utf16le').swap16() },
  'the JSON file with line ends around it': { file: `\r\n${json}\r\n\r\n` },
  'the page with a line end at its end': { file: Buffer.from(`${page}\n`) },
  'the fingerprint': { file: json, key: signer.fingerprint },
  'the fingerprint in capitals': { file: json, key: signer.fingerprint.toUpperCase() },
  'the fingerprint with a space at its end': { file: json, key: ` ${signer.fingerprint} ` },
  'the fingerprint with spaces': { file: page, key: groups(signer.fingerprint, ' ') },
  'the fingerprint with colons in capitals': { file: page, key: groups(signer.fingerprint, ':').toUpperCase() },
  'a head of the dossier': withHeads(headAt(15, timeOf(15))),
  'a head of the record before it': withHeads(headAt(10, timeOf(10))),
  'a head long before it': withHeads(headAt(9, timeOf(9))),
  'a head by the key before the rotation': withHeads(headAt(5, timeOf(5), earlierSigner)),
  'a newer head for a past period': withHeads(lateHead),
  'a much newer head for a past period': withHeads(
    signedHead({ customer, seq: 90, hash: sha256('90'), at: '2026-12-01T00:00:00.000Z' }),
  ),
  'a head between the dossier and the end of the chain': withHeads(headAt(20, timeOf(20))),
  'the end of the chain': withHeads(dossier.chain),
  'a head of a clock that was set back afterwards': withHeads(headAt(20, '2026-11-22T13:00:00.000Z')),
  'a head with spaces and another order of fields': withHeads(
    replaced(JSON.stringify(Object.fromEntries(Object.entries(headAt(15, timeOf(15))).reverse())), ',"', ' , "'),
  ),
  'many heads with CRLF and a byte-order mark': {
    file: page,
    heads: Buffer.from(
      `${bom}${[10, 12, 15, 24].map((seq) => JSON.stringify(headAt(seq, timeOf(seq)))).join('\r\n')}\r\n`,
    ),
  },
  'a head with an escaped name of a field': withHeads(
    replaced(JSON.stringify(headAt(15, timeOf(15))), '"seq"', '"\\u0073eq"'),
  ),
  'a dossier with a session that an earlier version ended': {
    file: signedFiles({ ...base, signedIn: openEnded }).page,
  },
  'a head twice': withHeads(headAt(20, timeOf(20)), headAt(20, '2026-11-22T13:00:00.000Z')),
  'a dossier of a customer with a name of a field, of a chain without a record of its key': {
    file: signedFiles(named).json,
    heads: JSON.stringify(named.chain),
  },
  'a dossier with two salted values, one erased': {
    file: signedFiles({ ...spanned, personal: { ...personal, [otherSalted]: 'apagado' } }).page,
  },
  'a dossier of a period without records after the end of the chain': {
    file: signedFiles(stretch(24, 24, { period: { from: timeOf(30), to: timeOf(40) } })).page,
  },
  'a dossier of an earlier version, without rules': { file: signedFiles(ofEarlierVersion).page },
  'a dossier with rules in its period and in the record before it': { file: signedFiles(withRules(rulesBefore)).page },
  'a dossier with rules of long before it': { file: signedFiles({ ...base, rules: rulesBefore }).page },
  'a dossier of a whole chain': { file: signedFiles(stretch(1, 24)).page },
  'a dossier over the rotation of the key': { file: signedFiles(stretch(6, 12)).page },
  'a dossier before the rotation of the key, made after it': { file: signedFiles(stretch(2, 6)).page },
  'a dossier whose earlier records are too old': {
    file: signedFiles(stretch(13, 17, { oldest: 13, period: base.period })).page,
  },
  'a dossier without the record of its key, which is too old': {
    file: signedFiles(stretch(13, 17, { oldest: 13, keys: [{ seq: 12, publicKey: signer.publicKey }] })).json,
  },
  'a period in which the clock was set back': setBackStretch(2, 9, { from: minute(3), to: minute(5) }),
  'a period without records in which the clock was set back': setBackStretch(5, 8, {
    from: '2026-02-02T00:04:10.000Z',
    to: '2026-02-02T00:04:50.000Z',
  }),
}
