#!/usr/bin/env node
// Verifies a dossier of Guarita without the server that made it: `node verify-evidence.js DOSSIER [HEADS.jsonl] [--key FINGERPRINT]`, or in a
// browser, as a module. It needs no other file. docs/evidence.md has the rules.

/**
 * @typedef {{ customer: string, seq: number, hash: string, at: string, signature?: string }} Head
 * @typedef {{ seq: number | null, why: string }} Problem `seq` is the number of the first record that does not fit; null where it is no record
 * @typedef {{ isGenuine: boolean, problems: Problem[], told: string[] }} Verdict all in Portuguese, for people
 * @typedef {{ [name: string]: unknown }} Fields
 */

const text = new TextEncoder()

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

/** @param {Uint8Array<ArrayBuffer>} bytes */
async function sha256(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** @param {string} base64 */
function bytesOf(base64) {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
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
  return (
    isFields(value) &&
    typeof value.customer === 'string' &&
    typeof value.seq === 'number' &&
    typeof value.hash === 'string' &&
    typeof value.at === 'string'
  )
}

/**
 * @param {Head} head
 * @param {string} publicKey SPKI, DER, base64
 */
async function isSigned({ customer, seq, hash, at, signature }, publicKey) {
  try {
    const key = await crypto.subtle.importKey('spki', bytesOf(publicKey), 'Ed25519', false, ['verify'])
    const signed = text.encode(canonical({ customer, seq, hash, at }))
    return await crypto.subtle.verify('Ed25519', key, bytesOf(signature ?? ''), signed)
  } catch {
    return false
  }
}

/**
 * The records in a dossier's file, its page or its JSON.
 * @param {string} file
 * @returns {unknown}
 */
export function dossierIn(file) {
  if (!/^\s*</.test(file)) return JSON.parse(file)
  const inside = /<script type="application\/json" id="dossier"[^>]*>([^<]*)<\/script>/.exec(file)
  if (inside === null) throw new Error('O arquivo HTML não é um dossiê.')
  return JSON.parse(inside[1] ?? '')
}

/** Rejects with advice if Ed25519 or SHA-256 is missing, which must not count as a wrong dossier. */
async function requireMeans() {
  if (globalThis.crypto?.subtle === undefined)
    throw new Error('O navegador só confere em um endereço seguro (https) ou em um arquivo salvo. Abra por um deles.')
  try {
    await crypto.subtle.importKey('raw', new Uint8Array(32), 'Ed25519', false, ['verify'])
  } catch {
    throw new Error('Este navegador não conhece assinaturas Ed25519. Atualize-o, ou use o programa verify-evidence.js.')
  }
}

/**
 * Verifies a dossier. `known`: heads of the same chain and the key's fingerprint that were stored elsewhere; only they
 * can prove that a server rewrote the whole chain. Rejects if this browser cannot verify.
 * @param {unknown} dossier
 * @param {{ heads?: unknown[], fingerprint?: string }} [known]
 * @returns {Promise<Verdict>}
 */
export async function verifyDossier(dossier, known = {}) {
  await requireMeans()
  /** @type {Problem[]} */
  const problems = []
  const wrong = (/** @type {number | null} */ seq, /** @type {string} */ why) => problems.push({ seq, why })
  if (!isFields(dossier) || dossier.format !== 'guarita-dossier-1' || !Array.isArray(dossier.records))
    return verdict([{ seq: null, why: 'O arquivo não é um dossiê do Guarita.' }], [])
  const { customer, start, end, publicKey, fingerprint, period } = dossier
  const given = Array.isArray(dossier.hashes) ? dossier.hashes : []
  if (!isFields(customer) || !isFields(period) || !isHead(start) || !isHead(end) || typeof publicKey !== 'string')
    return verdict([{ seq: null, why: 'Faltam partes do dossiê.' }], [])

  const own = await sha256(bytesOf(publicKey)).catch(() => '')
  if (own !== fingerprint) wrong(null, 'A impressão digital não é a da chave pública do dossiê.')
  if (known.fingerprint !== undefined && known.fingerprint !== own)
    wrong(null, 'A chave pública do dossiê não é a que você conhece.')
  for (const [name, head] of /** @type {const} */ ([
    ['inicial', start],
    ['final', end],
  ])) {
    if (!(await isSigned(head, publicKey))) wrong(null, `A assinatura da cabeça ${name} não confere.`)
    if (head.customer !== customer.id) wrong(null, `A cabeça ${name} é da corrente de outra administradora.`)
  }
  const first = await sha256(text.encode(`guarita ${customer.id}`))
  if (start.seq === 0 && start.hash !== first) wrong(1, 'A corrente não começa onde a desta administradora começa.')

  /** @type {Map<number, string>} */
  const hashes = new Map([[start.seq, start.hash]])
  let { seq, hash } = start
  let broken = false
  for (const record of dossier.records) {
    seq += 1
    const why = linkProblem(record, seq, hash)
    if (why !== undefined) {
      wrong(seq, why)
      broken = true
      break
    }
    hash = await sha256(text.encode(hash + canonical(record)))
    if (hash !== given[seq - start.seq - 1]) {
      wrong(seq, 'O registro foi alterado: não corresponde ao código de verificação dele.')
      broken = true
      break
    }
    hashes.set(seq, hash)
  }
  // Only `end` holds the last record's own hash.
  if (!broken && seq !== end.seq)
    wrong(Math.min(seq, end.seq) + 1, `A corrente assinada vai até o registro ${end.seq}, e o dossiê até o ${seq}.`)
  else if (!broken && hash !== end.hash)
    wrong(seq, 'O registro foi alterado: a corrente não termina na cabeça assinada.')

  for (const head of known.heads ?? []) {
    if (!isHead(head) || head.customer !== customer.id) continue
    const here = hashes.get(head.seq)
    if (here !== undefined && here !== head.hash)
      wrong(head.seq, `Até este registro a corrente é outra do que a guardada em ${head.at}: foi reescrita.`)
    if (head.seq > end.seq && head.at < end.at)
      wrong(end.seq + 1, `Uma cabeça guardada em ${head.at} já ia até o registro ${head.seq}: a corrente voltou atrás.`)
  }
  const stamps = await verifyStamps(dossier, customer.id, hashes, wrong)
  await verifyPersonal(dossier, wrong)
  return verdict(problems, [
    `Registros ${start.seq + 1} a ${end.seq} de ${customer.name ?? ''} (${customer.id}), período de ${period.from} a ${period.to}.`,
    `Impressão digital da chave: ${own}`,
    coverage(dossier.records, period, start),
    ...(stamps > 0
      ? [`Carimbos do tempo de cabeças: ${stamps}. Quem os deu se confere com openssl (docs/evidence.md).`]
      : []),
  ])
}

/**
 * @param {unknown} record
 * @param {number} seq
 * @param {string} hash
 */
function linkProblem(record, seq, hash) {
  if (!isFields(record)) return 'Não é um registro.'
  if (record.seq !== seq)
    return `Aqui deveria estar o registro ${seq}, e está o ${record.seq}: falta, sobra ou está fora de ordem.`
  if (record.prev !== hash)
    return `O registro ${seq} não segue o anterior: este ou o registro ${seq - 1} foi alterado, ou é de outra corrente.`
  return undefined
}

/**
 * @param {Fields} dossier
 * @param {(seq: number | null, why: string) => void} wrong
 */
async function verifyPersonal({ personal, records }, wrong) {
  if (!isFields(personal) || !Array.isArray(records)) return
  /** @type {Map<string, number>} */
  const sequences = new Map()
  for (const record of records)
    for (const [, hash = ''] of canonical(record).matchAll(/\{"salted":"([0-9a-f]{64})"\}/g))
      sequences.set(hash, record?.seq)
  for (const [hash, kept] of Object.entries(personal)) {
    const seq = sequences.get(hash) ?? null
    if (seq === null) wrong(null, 'Um dado pessoal não é de nenhum registro do dossiê.')
    else if (isFields(kept) && (await sha256(text.encode(`${kept.salt}${kept.value}`))) !== hash)
      wrong(seq, 'Um dado pessoal do registro foi alterado.')
  }
}

/**
 * Checks that each time stamp belongs to a head of this chain. Does not check the authority of a stamp.
 * @param {Fields} dossier
 * @param {unknown} customer
 * @param {ReadonlyMap<number, string>} hashes
 * @param {(seq: number | null, why: string) => void} wrong
 * @returns {Promise<number>} number of stamps
 */
async function verifyStamps({ stamps }, customer, hashes, wrong) {
  if (!Array.isArray(stamps)) return 0
  for (const { seq, hash, at, answer } of stamps) {
    const digest = await sha256(text.encode(canonical({ customer, seq, hash, at })))
    const answerHex = Array.from(bytesOf(String(answer)), (byte) => byte.toString(16).padStart(2, '0')).join('')
    if (!answerHex.includes(digest)) wrong(seq, 'O carimbo do tempo não é desta cabeça.')
    if (hashes.get(seq) !== hash)
      wrong(seq, 'Até este registro a corrente é outra do que a que recebeu o carimbo do tempo.')
  }
  return stamps.length
}

/**
 * @param {unknown[]} records
 * @param {Fields} period
 * @param {Head} start
 */
function coverage(records, { from, to }, start) {
  const [head, tail] = [records[0], records.at(-1)]
  const isFromBefore = start.seq === 0 || (isFields(head) && String(head.at) < String(from))
  const isToAfter = isFields(tail) && String(tail.at) >= String(to)
  if (!isFromBefore) return 'Atenção: o dossiê não mostra um registro anterior ao período, e pode faltar o começo.'
  return isToAfter
    ? 'O período está coberto: há um registro antes e um depois dele.'
    : 'O período está coberto até o último registro que havia quando o dossiê foi feito.'
}

/**
 * Sorts the problems by record number.
 * @param {Problem[]} problems
 * @param {string[]} told
 * @returns {Verdict}
 */
function verdict(problems, told) {
  problems.sort((one, other) => (one.seq ?? Number.MAX_SAFE_INTEGER) - (other.seq ?? Number.MAX_SAFE_INTEGER))
  return { isGenuine: problems.length === 0, problems, told }
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
    if (path === undefined) throw new Error('Uso: node verify-evidence.js DOSSIE [CABECAS.jsonl] [--key IMPRESSAO]')
    const lines = headsPath === undefined ? [] : (await readFile(headsPath, 'utf8')).split('\n')
    const heads = lines.filter((line) => line.trim() !== '').map((line) => JSON.parse(line))
    const known = { heads, ...(values.key !== undefined && { fingerprint: values.key }) }
    const file = await readFile(path, 'utf8')
    const verdict = await verifyDossier(dossierIn(file), known)
    console.log(verdictText(verdict))
    if (/^\s*</.test(file))
      console.log('Conferidos os registros dentro do arquivo. O texto visível dele só a página /verificar compara.')
    process.exitCode = verdict.isGenuine ? 0 : 1
  } catch (error) {
    console.error(`Não foi possível conferir. ${error instanceof Error ? error.message : error}`)
    process.exitCode = 2
  }
}

const isCalled =
  typeof process !== 'undefined' && process.argv?.[1] !== undefined && /verify-evidence\.js$/.test(process.argv[1])
if (isCalled) await main()
