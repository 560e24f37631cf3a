#!/usr/bin/env node
// Verifies a dossier of Guarita without the server that made it: `node verify-evidence.js DOSSIER [HEADS.jsonl] [--key FINGERPRINT]`, or in a
// browser, as a module. It needs no other file. docs/evidence.md has the rules.

/**
 * @typedef {{ seq: number | null, why: string }} Problem `seq` is the number of the first record that does not fit; null where it is no record
 * @typedef {{ isGenuine: boolean, problems: Problem[], told: string[], dossier: unknown }} Verdict all in Portuguese, for people; `dossier` is
 *   the signed data, null unless genuine
 * @typedef {{ heads?: FileText, fingerprint?: string }} Known a file of heads, one per line, and the key's fingerprint, both stored elsewhere:
 *   only they can prove that a server rewrote the whole chain
 * @typedef {string | Uint8Array<ArrayBuffer>} FileText
 * @typedef {(seq: number | null, why: string) => void} Report
 * @typedef {{ [name: string]: unknown }} Fields
 * @typedef {{ customer: string, seq: number, hash: string, at: string, signature: string }} Head
 * @typedef {{ seq: number, at: string, kind: string, data: Fields, prev: string }} ChainRecord
 * @typedef {{
 *   customer: { id: string, name: string }, period: { from: string, to: string }, publicKey: string, fingerprint: string,
 *   keys: { seq: number, publicKey: string }[], chain: Head, oldest: number, start: { seq: number, hash: string },
 *   end: { seq: number, hash: string }, records: unknown[], hashes: string[], rules?: ChainRecord | null,
 *   personal: { [hash: string]: 'apagado' | { salt: string, value: string } },
 *   stamps: { seq: number, hash: string, at: string, answer: string }[], page: string
 * }} Dossier
 * @typedef {{ dossier: Dossier, signature: string }} Envelope
 */

const utf8 = new TextEncoder()
// Written so that a page, which has this program, has these texts once.
const opening = `<${'script'} type="application/json" id="dossier">`
const closing = `<${'/script>'}`
const oldFormat =
  'Este dossiê tem o formato antigo, que não assina tudo o que mostra. Faça outro do mesmo período no painel.'
const laterKey =
  ' (esta cabeça é mais nova que o dossiê: se a chave do servidor mudou depois dele, faça outro dossiê do mesmo período e confira com ele)'

// Shapes: a pattern for a text, Number for a count, Object for any fields, null, a list of one shape, alternatives in a Set, or fields by
// name (`?` ends an optional name, `*` is every name).
const text = /^/
const hash = /^[0-9a-f]{64}$/
const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{4}|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=|[A-Za-z0-9+/][AQgw]==)$/
const named = { id: text, name: text }
const position = { seq: Number, hash }
const moment = { seq: Number, at: time }
const names = { '*': text }
const headShape = { customer: text, seq: Number, hash, at: time, signature: base64 }
const recordShape = {
  ...{ seq: Number, at: time, kind: text, actor: Object, data: Object, prev: hash },
  subject: { 'device?': text, 'condominium?': text, 'person?': text },
}
const dossierShape = {
  ...{ format: /^guarita-dossier-2$/, madeAt: time, madeBy: named, server: { name: text, version: text } },
  ...{
    customer: named,
    subject: { 'device?': text, 'condominium?': text },
    period: { from: time, to: time },
    zone: text,
  },
  ...{ publicKey: base64, fingerprint: hash, keys: [{ seq: Number, publicKey: base64 }] },
  ...{ chain: headShape, oldest: Number, start: position, end: position, records: [Object], hashes: [hash] },
  'rules?': new Set([null, recordShape]),
  personal: { '*': new Set([/^apagado$/, { salt: /^[0-9a-f]{32}$/, value: text }]) },
  stamps: [{ seq: Number, hash, at: time, answer: base64 }],
  names: { people: names, devices: names, condominiums: names },
  signedIn: [{ person: text, session: text, begun: moment, ended: new Set([null, /^sem registro$/, moment]) }],
  page: hash,
}

/**
 * Returns the place of the first part that is missing, unknown or of another shape; undefined if there is none.
 * @param {unknown} value
 * @param {any} shape
 * @param {string} place
 * @returns {string | undefined}
 */
function misfit(value, shape, place) {
  if (shape === null) return value === null ? undefined : place
  if (shape === Number) return Number.isSafeInteger(value) && Number(value) >= 0 ? undefined : place
  if (shape === Object) return isFields(value) ? undefined : place
  if (shape instanceof RegExp) return typeof value === 'string' && shape.test(value) ? undefined : place
  if (shape instanceof Set) return [...shape].some((each) => !misfit(value, each, place)) ? undefined : place
  if (Array.isArray(shape) !== Array.isArray(value) || typeof value !== 'object' || value === null) return place
  const wanted = new Map(Object.entries(shape).map(([name, each]) => [name.replace('?', ''), each]))
  for (const [name, each] of Object.entries(value)) {
    const inner = Array.isArray(shape) ? shape[0] : (wanted.get('*') ?? wanted.get(name))
    const found = inner === undefined ? `${place}.${name}` : misfit(each, inner, `${place}.${name}`)
    if (found) return found
  }
  const missing = Object.keys(shape).find((name) => !/[?*]$/.test(name) && !Object.hasOwn(value, name))
  return missing === undefined || Array.isArray(shape) ? undefined : `${place}.${missing}`
}

/** @param {string | undefined} place of names that a forger may have chosen: without what would write more than a name on a terminal */
function shown(place = '') {
  return place.slice(0, 100).replace(/[^!-~]/g, '?') || 'o todo'
}

/** @param {string} name of a customer, which a forger may have chosen: returned without control characters, line ends and marks of direction */
function printable(name) {
  return name.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '?')
}

/**
 * @param {unknown} value
 * @returns {value is Fields}
 */
function isFields(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * @param {unknown} value
 * @returns {value is Head}
 */
function isHead(value) {
  return misfit(value, headShape, '') === undefined
}

/**
 * @param {unknown} value
 * @returns {value is ChainRecord}
 */
function isRecord(value) {
  return misfit(value, recordShape, '') === undefined
}

/**
 * @param {unknown} value
 * @returns {value is Envelope}
 */
function isEnvelope(value) {
  return misfit(value, { dossier: dossierShape, signature: base64 }, '') === undefined
}

/**
 * Canonical JSON (RFC 8785).
 * @param {unknown} value
 * @returns {string}
 */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const fields = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
  return `{${fields.map(([name, each]) => `${JSON.stringify(name)}:${canonical(each)}`).join(',')}}`
}

/** @param {string | Uint8Array<ArrayBuffer>} given */
async function sha256(given) {
  const bytes = typeof given === 'string' ? utf8.encode(given) : given
  return hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))
}

/**
 * @param {Uint8Array} bytes
 * @param {string} [between] two bytes
 */
function hexOf(bytes, between = '') {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(between)
}

/**
 * Decodes base64; no bytes for a second way to write the same bytes.
 * @param {string} given
 */
function bytesOf(given) {
  try {
    const bytes = atob(given)
    return Uint8Array.from(btoa(bytes) === given ? bytes : '', (character) => character.charCodeAt(0))
  } catch {
    return new Uint8Array()
  }
}

/**
 * @param {string} signed
 * @param {string} signature
 * @param {string} publicKey SPKI, DER, base64
 */
async function isSigned(signed, signature, publicKey) {
  try {
    const key = await crypto.subtle.importKey('spki', bytesOf(publicKey), 'Ed25519', false, ['verify'])
    return await crypto.subtle.verify('Ed25519', key, bytesOf(signature), utf8.encode(signed))
  } catch {
    return false
  }
}

/** @param {Head} head */
function headText({ customer, seq, hash, at }) {
  return canonical({ customer, seq, hash, at })
}

/**
 * Undoes what editors and mail do to a text file: byte-order mark, UTF-16, line ends, space around the text. A loop, because a pattern for the
 * end of a text takes too long for a text with many spaces.
 * @param {FileText} file
 */
function textOf(file) {
  const [one, other] = typeof file === 'string' ? [] : file
  const encoding = one === 0xff && other === 0xfe ? 'utf-16le' : one === 0xfe && other === 0xff ? 'utf-16be' : 'utf-8'
  const given = typeof file === 'string' ? file.replace(/^\ufeff/, '') : new TextDecoder(encoding).decode(file)
  const whole = given.replaceAll('\r\n', '\n')
  const isSpace = (/** @type {number} */ at) => at >= 0 && at < whole.length && ' \t\n'.includes(whole.charAt(at))
  let [from, to] = [0, whole.length]
  while (isSpace(from)) from += 1
  while (to > from && isSpace(to - 1)) to -= 1
  return whole.slice(from, to)
}

/** This browser or program cannot verify; the message is Portuguese, with advice. */
export class MissingMeans extends Error {}

/** Rejects with advice if Ed25519 or SHA-256 is missing, which must not count as a wrong dossier. */
async function requireMeans() {
  if (globalThis.crypto?.subtle === undefined)
    throw new MissingMeans(
      'O navegador só confere em um endereço seguro (https) ou em um arquivo salvo. Abra por um deles.',
    )
  try {
    await crypto.subtle.importKey('raw', new Uint8Array(32), 'Ed25519', false, ['verify'])
  } catch {
    throw new MissingMeans(
      'Este navegador não conhece assinaturas Ed25519. Atualize-o, ou use o programa verify-evidence.js.',
    )
  }
}

/**
 * Verifies the file of a dossier, its page or its JSON. Rejects only if this browser cannot verify.
 * @param {FileText} file
 * @param {Known} [known]
 * @returns {Promise<Verdict>}
 */
export async function verifyDossier(file, known = {}) {
  await requireMeans()
  const whole = textOf(file)
  const isPage = whole.startsWith('<')
  const from = whole.indexOf(opening) + opening.length
  const to = whole.indexOf(closing, from)
  if (isPage && (from < opening.length || to < 0))
    return refused(
      whole.includes('"format":"guarita-dossier-1"')
        ? oldFormat
        : 'O arquivo HTML não é um dossiê: falta a parte dos dados.',
    )
  const json = isPage ? whole.slice(from, to) : whole
  let envelope
  let written
  try {
    envelope = JSON.parse(json)
    written = canonical(envelope)
  } catch {
    return refused('O arquivo não é um dossiê, está incompleto ou foi alterado: não dá para ler os registros dele.')
  }
  const verdict = await verifyEnvelope(envelope, known)
  const problems = [...verdict.problems]
  if (json !== (isPage ? written.replaceAll('<', String.raw`\u003c`) : written))
    problems.push({
      seq: null,
      why: 'O arquivo não está escrito como o painel o entregou: há partes repetidas ou espaços a mais.',
    })
  if (!isPage) return result(problems, verdict.told, envelope)
  const { page } = isEnvelope(envelope) ? envelope.dossier : { page: '' }
  if ((await sha256(whole.slice(0, from) + whole.slice(to))) !== page)
    problems.push({
      seq: null,
      why: 'A página não é a que foi assinada: algo foi posto, tirado, escondido ou trocado no que ela mostra.',
    })
  return result(problems, [...verdict.told, 'A página inteira foi conferida: ela mostra o que foi assinado.'], envelope)
}

/**
 * Verifies the data of a dossier, already read.
 * @param {unknown} given
 * @param {Known} [known]
 * @returns {Promise<Verdict>}
 */
export async function verifyEnvelope(given, known = {}) {
  await requireMeans()
  if (isFields(given) && given.format === 'guarita-dossier-1') return refused(oldFormat)
  if (!isEnvelope(given)) {
    const place = shown(misfit(given, { dossier: dossierShape, signature: base64 }, ''))
    return refused(
      `O arquivo não é um dossiê do Guarita, ou há nele uma parte que falta, que sobra ou que não é como deve: ${place}.`,
    )
  }
  const { dossier, signature } = given
  const { customer, period, publicKey, start, end, chain, records } = dossier
  /** @type {Problem[]} */
  const problems = []
  const wrong = (/** @type {number | null} */ seq, /** @type {string} */ why) => problems.push({ seq, why })

  const own = await verifyKeys(dossier, wrong)
  if (!(await isSigned(canonical(dossier), signature, publicKey)))
    wrong(null, 'A assinatura do dossiê não confere: algo nele foi alterado depois de feito.')
  const fingerprint = known.fingerprint?.replace(/[\s:]/g, '').toLowerCase()
  if (fingerprint !== undefined && !hash.test(fingerprint))
    wrong(null, 'A impressão digital que você deu não tem 64 dígitos hexadecimais.')
  else if (fingerprint !== undefined && fingerprint !== own)
    wrong(null, 'A chave pública do dossiê não é a que você conhece.')
  const hashes = await verifyChain(dossier, wrong)
  const heads = await verifyHeads(dossier, hashes, known.heads, wrong)
  await verifyStamps(dossier, hashes, wrong)
  await verifyPersonal(dossier, wrong)
  await verifyRules(dossier, wrong)
  return result(
    problems,
    [
      `${counted(records.length, 'registro', 'registros')}, ${counted(heads.used, 'cabeça usada', 'cabeças usadas')}, assinatura de ${own}.`,
      `Registros ${start.seq + 1} a ${end.seq} de ${printable(customer.name)} (${printable(customer.id)}), período de ${period.from} a ${period.to}. A corrente ia até o registro ${chain.seq} em ${chain.at}.`,
      coverage(dossier),
      ...(heads.used === 0
        ? [
            'Não foi usada uma cabeça guardada fora do servidor: quem tem o servidor e a chave dele poderia ter reescrito tudo.',
          ]
        : []),
      ...(heads.outside > 0
        ? [
            `${counted(heads.outside, 'cabeça genuína é', 'cabeças genuínas são')} de fora deste trecho: não há registro com que comparar.`,
          ]
        : []),
      ...(fingerprint === undefined ? ['A impressão digital da chave não foi comparada com uma que você anotou.'] : []),
      ...(dossier.stamps.length > 0
        ? [
            `Carimbos do tempo de cabeças: ${dossier.stamps.length}. Quem os deu se confere com openssl (docs/evidence.md).`,
          ]
        : []),
    ],
    given,
  )
}

/**
 * Verifies the own key and the list of keys. Returns the fingerprint of the own key.
 * @param {Dossier} dossier
 * @param {Report} wrong
 */
async function verifyKeys({ publicKey, fingerprint, keys, chain }, wrong) {
  const own = await sha256(bytesOf(publicKey))
  if (own !== fingerprint) wrong(null, 'A impressão digital não é a da chave pública do dossiê.')
  if (keys.some(({ seq }, index) => seq <= (keys[index - 1]?.seq ?? -1) || seq > chain.seq))
    wrong(null, 'A lista das chaves não está em ordem.')
  if (keys.at(-1)?.publicKey !== publicKey)
    wrong(null, 'Outra chave assina a corrente desde a última troca de chave: a deste dossiê não vale mais.')
  return own
}

/**
 * Verifies the records from link to link, and that none of the period is missing at either end. Returns the hashes by number.
 * @param {Dossier} dossier
 * @param {Report} wrong
 * @returns {Promise<Map<number, string>>}
 */
async function verifyChain({ customer, period, publicKey, keys, chain, oldest, start, end, records, hashes }, wrong) {
  const inPeriod = (/** @type {ChainRecord | undefined} */ record) =>
    record !== undefined && record.at >= period.from && record.at < period.to
  if (!(period.from < period.to)) wrong(null, 'O período termina antes de começar.')
  if (chain.customer !== customer.id) wrong(null, 'O fim da corrente é o de outra administradora.')
  if (!(await isSigned(headText(chain), chain.signature, publicKey)))
    wrong(null, 'A assinatura do fim da corrente não confere.')
  if (start.seq === 0 && start.hash !== (await sha256(`guarita ${customer.id}`)))
    wrong(1, 'A corrente não começa onde a desta administradora começa.')
  if (start.seq + 1 < oldest) wrong(start.seq + 1, `O registro mais antigo guardado era o ${oldest}.`)
  if (hashes.length !== records.length) wrong(null, 'Há mais ou menos códigos de verificação do que registros.')

  const known = new Map([[start.seq, start.hash]])
  /** @type {ChainRecord[]} */
  const read = []
  let { seq, hash } = start
  for (const record of records) {
    seq += 1
    const why = linkProblem(record, seq, hash)
    if (why !== undefined) wrong(seq, why)
    if (why !== undefined || !isRecord(record)) return known
    hash = await sha256(hash + canonical(record))
    if (hash !== hashes[read.length]) {
      wrong(seq, 'O registro foi alterado: não corresponde ao código de verificação dele.')
      return known
    }
    known.set(seq, hash)
    read.push(record)
  }
  // Only `end` holds the last record's own hash.
  if (read.length === 0) wrong(null, 'O dossiê não tem registros.')
  else if (seq !== end.seq)
    wrong(Math.min(seq, end.seq) + 1, `O trecho assinado vai até o registro ${end.seq}, e o dossiê até o ${seq}.`)
  else if (hash !== end.hash) wrong(seq, 'O registro foi alterado: o trecho não termina no código assinado.')
  if (end.seq > chain.seq) wrong(chain.seq + 1, `A corrente só ia até o registro ${chain.seq}.`)
  if ((known.get(chain.seq) ?? chain.hash) !== chain.hash)
    wrong(chain.seq, 'A corrente não termina na cabeça assinada: o registro foi alterado.')
  known.set(chain.seq, chain.hash)
  if (inPeriod(read[0]) && start.seq + 1 > oldest) wrong(start.seq, 'Falta o registro anterior ao período.')
  if (inPeriod(read.at(-1)) && end.seq < chain.seq) wrong(end.seq + 1, 'Falta o registro posterior ao período.')

  const stated = read.filter(({ kind }) => kind === 'key').map(({ seq, data }) => ({ seq, publicKey: data.publicKey }))
  if (canonical(stated) !== canonical(keys.filter((key) => key.seq > start.seq && key.seq <= end.seq)))
    wrong(null, 'A lista das chaves não é a que os registros dizem.')
  return known
}

/**
 * @param {unknown} record
 * @param {number} seq
 * @param {string} hash
 */
function linkProblem(record, seq, hash) {
  if (!isRecord(record)) return `Não é um registro: ${shown(misfit(record, recordShape, ''))}.`
  if (record.seq !== seq)
    return `Aqui deveria estar o registro ${seq}, e está o ${record.seq}: falta, sobra ou está fora de ordem.`
  if (record.prev !== hash)
    return `O registro ${seq} não segue o anterior: este ou o registro ${seq - 1} foi alterado, ou é de outra corrente.`
  return undefined
}

/**
 * Verifies heads that were stored elsewhere: a head that cannot be verified is a problem. Returns the number of heads that were compared with
 * the dossier's chain, and of those with no record to compare with.
 * @param {Dossier} dossier
 * @param {ReadonlyMap<number, string>} hashes
 * @param {FileText | undefined} file
 * @param {Report} wrong
 */
async function verifyHeads({ customer, keys, chain }, hashes, file, wrong) {
  const numbers = { used: 0, outside: 0 }
  if (file === undefined) return numbers
  /** @type {Map<number, string>} */
  const before = new Map()
  const lines = textOf(file).split('\n')
  if (lines.every((line) => line.trim() === '')) wrong(null, 'O arquivo de cabeças está vazio.')
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue
    const useless = (/** @type {string} */ why) =>
      wrong(null, `A cabeça da linha ${index + 1} não pode ser usada: ${why}.`)
    const head = headIn(line)
    const key = head === undefined ? undefined : keys.findLast(({ seq }) => seq <= head.seq)
    if (head === undefined) useless('a linha não tem exatamente customer, seq, hash, at e signature')
    else if (head.customer !== customer.id) useless('é da corrente de outra administradora')
    else if (key === undefined) useless(`o dossiê não tem a chave que assinava até o registro ${head.seq}`)
    else if (!(await isSigned(headText(head), head.signature, key.publicKey)))
      useless(`foi alterada, ou assinada por outra chave${head.seq > chain.seq ? laterKey : ''}`)
    else {
      const here = hashes.get(head.seq)
      numbers[here === undefined ? 'outside' : 'used'] += 1
      if ((before.get(head.seq) ?? head.hash) !== head.hash)
        wrong(head.seq, 'Duas cabeças guardadas deste registro são de correntes diferentes: uma foi reescrita.')
      before.set(head.seq, head.hash)
      if (here !== undefined && here !== head.hash)
        wrong(head.seq, `Até este registro a corrente é outra do que a guardada em ${head.at}: foi reescrita.`)
      if (head.seq > chain.seq && head.at < chain.at)
        wrong(
          chain.seq + 1,
          `Uma cabeça guardada em ${head.at} já ia até o registro ${head.seq}, e depois, em ${chain.at}, a corrente só ia até o ${chain.seq}. Ou a cabeça é de outra corrente, porque registros foram retirados, ou o relógio do servidor foi atrasado. Para saber, faça outro dossiê de um período com o registro ${head.seq} e confira com ele.`,
        )
    }
  }
  return numbers
}

/**
 * @param {string} line
 * @returns {Head | undefined} undefined for anything else than a head with each name once
 */
function headIn(line) {
  if (line.length > 1_000) return undefined
  try {
    const head = JSON.parse(line)
    const isOnce = line.match(/"(?:[^"\\]|\\.)*"\s*:/g)?.length === Object.keys(headShape).length
    return isOnce && isHead(head) ? head : undefined
  } catch {
    return undefined
  }
}

/**
 * Checks that each time stamp belongs to a head of this chain. Does not check the authority of a stamp.
 * @param {Dossier} dossier
 * @param {ReadonlyMap<number, string>} hashes
 * @param {Report} wrong
 */
async function verifyStamps({ stamps, customer }, hashes, wrong) {
  for (const { seq, hash, at, answer } of stamps) {
    const digest = await sha256(canonical({ customer: customer.id, seq, hash, at }))
    if (!hexOf(bytesOf(answer), ' ').includes(digest.replace(/..(?!$)/g, '$& ')))
      wrong(seq, 'O carimbo do tempo não é desta cabeça.')
    if (hashes.get(seq) !== hash)
      wrong(seq, 'Até este registro a corrente é outra do que a que recebeu o carimbo do tempo.')
  }
}

/**
 * @param {Dossier} dossier
 * @param {Report} wrong
 */
async function verifyPersonal({ personal, records }, wrong) {
  /** @type {Map<string, number>} */
  const sequences = new Map()
  for (const record of records)
    for (const [, hash = ''] of canonical(record).matchAll(/\{"salted":"([0-9a-f]{64})"\}/g))
      if (isRecord(record)) sequences.set(hash, record.seq)
  for (const [hash, kept] of Object.entries(personal)) {
    const seq = sequences.get(hash) ?? null
    if (seq === null) wrong(null, 'Um dado pessoal não é de nenhum registro do dossiê.')
    else if (kept !== 'apagado' && (await sha256(kept.salt + kept.value)) !== hash)
      wrong(seq, 'Um dado pessoal do registro foi alterado.')
  }
}

/**
 * Verifies that the rules before the records are an earlier record.
 * @param {Dossier} dossier
 * @param {Report} wrong
 */
async function verifyRules({ rules, start }, wrong) {
  if (!rules) return
  if (rules.kind !== 'rules' || rules.seq > start.seq)
    wrong(null, 'As regras de antes do período não são um registro de regras anterior a ele.')
  else if (rules.seq === start.seq && (await sha256(rules.prev + canonical(rules))) !== start.hash)
    wrong(rules.seq, 'O registro das regras de antes do período foi alterado.')
}

/** @param {Dossier} dossier */
function coverage({ records: [first], period, oldest, chain, start, end }) {
  // Before the oldest stored record there were others: the server has removed them because of their age.
  if (start.seq > 0 && start.seq + 1 === oldest && !(isRecord(first) && first.at < period.from))
    return 'Atenção: o servidor já não tinha os registros anteriores, e pode faltar o começo do período.'
  return end.seq < chain.seq
    ? 'O período está coberto: a corrente continua depois dele.'
    : 'O período está coberto até o último registro que havia quando o dossiê foi feito.'
}

/**
 * @param {number} count
 * @param {string} one
 * @param {string} many
 */
function counted(count, one, many) {
  return `${count} ${count === 1 ? one : many}`
}

/**
 * Sorts the problems by record number. What was checked counts only if there are none.
 * @param {Problem[]} problems
 * @param {string[]} told
 * @param {unknown} envelope
 * @returns {Verdict}
 */
function result(problems, told, envelope) {
  problems.sort((one, other) => (one.seq ?? Number.MAX_SAFE_INTEGER) - (other.seq ?? Number.MAX_SAFE_INTEGER))
  if (problems.length > 0) return { isGenuine: false, problems, told: [], dossier: null }
  return { isGenuine: true, problems, told, dossier: isEnvelope(envelope) ? envelope.dossier : null }
}

/** @param {string} why */
function refused(why) {
  return result([{ seq: null, why }], [], null)
}

/** @param {Verdict} verdict */
export function verdictText({ isGenuine, problems, told }) {
  const lines = problems.map(({ seq, why }) => (seq === null ? why : `Registro ${seq}: ${why}`))
  return [
    isGenuine ? 'CONFERE. Nenhum registro foi alterado, retirado, posto ou trocado.' : 'NÃO CONFERE.',
    ...lines,
    ...told,
  ].join('\n')
}

async function main() {
  const { readFile } = await import('node:fs/promises')
  const { parseArgs } = await import('node:util')
  try {
    const { values, positionals } = parseArgs({ options: { key: { type: 'string' } }, allowPositionals: true })
    const [path, headsPath] = positionals
    if (path === undefined || positionals.length > 2)
      throw new Error('Uso: node verify-evidence.js DOSSIE [CABECAS.jsonl] [--key IMPRESSAO]')
    const known = {
      ...(headsPath !== undefined && { heads: new Uint8Array(await readFile(headsPath)) }),
      ...(values.key !== undefined && { fingerprint: values.key }),
    }
    const verdict = await verifyDossier(new Uint8Array(await readFile(path)), known)
    console.log(verdictText(verdict))
    process.exitCode = verdict.isGenuine ? 0 : 1
  } catch (error) {
    console.error(`Não foi possível conferir. ${error instanceof Error ? error.message : error}`)
    process.exitCode = 2
  }
}

/** Whether Node was started with this file, under any name: a copy under another name must not end without a verdict. */
async function isStarted() {
  if (typeof process === 'undefined' || process.argv?.[1] === undefined) return false
  try {
    const { realpathSync } = await import('node:fs')
    const { pathToFileURL } = await import('node:url')
    return import.meta.url === pathToFileURL(realpathSync(process.argv[1])).href
  } catch {
    return false
  }
}

isStarted().then((isMain) => (isMain ? main() : undefined))
