import { open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { type SignedHead, signedHead } from '../../contract/wire/answers/evidence.ts'
import { OperatorError } from '../database/operator-error.ts'
import { unlessRefused } from '../database/refused-path.ts'

/** The newest signed head of each chain. */
export type SignedHeads = {
  of(customersId: string): SignedHead | undefined
  all(): SignedHead[]
  /** Keeps heads that are already committed to the database, so that a kept head is never newer than the chain. */
  keep(heads: readonly SignedHead[]): Promise<void>
}

const fileName = 'evidence-heads.json'
const missing = v.object({ code: v.literal('ENOENT') })
const headLine = v.pipe(
  v.string(),
  v.parseJson(),
  v.union([v.strictObject(signedHead.entries), v.object({ head: signedHead })]),
)
const stored = v.pipe(v.string(), v.parseJson(), v.array(signedHead))

export function signedHeadsInMemory(heads: readonly SignedHead[] = []): SignedHeads {
  const newest = new Map(heads.map((head) => [head.customer, head]))
  return {
    of: (customersId) => newest.get(customersId),
    all: () => [...newest.values()],
    async keep(more) {
      for (const head of more) if (head.seq >= (newest.get(head.customer)?.seq ?? 0)) newest.set(head.customer, head)
    },
  }
}

/** Keeps the heads in a file beside the key, mode 0600: a person who has only the database cannot put an older state back. */
export async function signedHeadsBeside(dataDir: string): Promise<SignedHeads> {
  const heads = signedHeadsInMemory(await readSignedHeads(dataDir))
  let writing: Promise<void> = Promise.resolve()
  async function write(): Promise<void> {
    const file = join(dataDir, fileName)
    const written = await open(`${file}.new`, 'w', 0o600)
    try {
      await written.writeFile(JSON.stringify(heads.all()))
      await written.sync()
    } finally {
      await written.close()
    }
    await rename(`${file}.new`, file)
  }
  return {
    ...heads,
    async keep(more) {
      await heads.keep(more)
      writing = writing.catch(() => {}).then(write)
      await writing
    },
  }
}

/** Reads the heads beside the key; none if there is no file. Rejects with an `OperatorError` if the file is damaged. */
export async function readSignedHeads(dataDir: string): Promise<SignedHead[]> {
  const file = join(dataDir, fileName)
  try {
    return v.parse(stored, await readFile(file, 'utf8'))
  } catch (error) {
    if (v.is(missing, error)) return []
    unlessRefused(error)
    throw new OperatorError(
      `${file} não pode ser lido: ali ficam as últimas cabeças assinadas. Traga-o de volta; ou guarde esse arquivo com outro nome e inicie de novo.`,
    )
  }
}

/**
 * Reads heads that a person kept elsewhere: JSON lines, each a head as the anchor gets it, or an answer of `GET /rest/evidence/head`. Rejects
 * with an `OperatorError` that names the line if one cannot be used, or if there is none.
 */
export async function headsIn(path: string): Promise<SignedHead[]> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    unlessRefused(error)
    throw new OperatorError(`O arquivo de cabeças ${path} não pode ser lido.`)
  })
  const heads: SignedHead[] = []
  for (const [index, line] of text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .entries()) {
    if (line.trim() === '') continue
    const parsed = v.safeParse(headLine, line)
    if (!parsed.success)
      throw new OperatorError(
        `${path}, linha ${index + 1}: não é uma cabeça assinada em JSON, com customer, seq, hash, at e signature.`,
      )
    heads.push('head' in parsed.output ? parsed.output.head : parsed.output)
  }
  if (heads.length === 0) throw new OperatorError(`O arquivo ${path} não tem nenhuma cabeça.`)
  return heads
}
