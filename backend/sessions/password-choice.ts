import { passwordTexts } from '../../contract/fields/password.ts'
import { Refusal } from '../http/refusal.ts'

/** Common local passwords that the international list lacks, and words of this project's documents. */
const commonHere =
  'mudar senha guarita guarita-demo portaria porteiro condominio condomínio brasil corinthians eusoufoda teamo deusefiel jesuscristo'

/** Loaded at the first choice of a password: takes 40 ms and 5 MB. */
let known: Promise<Set<string>> | undefined

/** Describes the problem of a chosen password of valid length; undefined if acceptable (OPS-4). */
export async function choiceProblem(password: string, email: string): Promise<string | undefined> {
  const text = password.normalize('NFKC').toLowerCase()
  const name = email.toLowerCase()
  const [local = ''] = name.split('@')
  if ([name, local].includes(text) || withoutEnd(text) === local) return passwordTexts.ownEmail
  known ??= readKnown()
  const common = await known
  // Attackers first try a common password with a few digits or signs after it.
  const isCommon = common.has(text) || common.has(text.replace(/[\d\W_]{1,6}$/u, ''))
  return isCommon || /^(.)\1*$/u.test(text) ? passwordTexts.common : undefined
}

/** Rejects with 422 at `field` if the password is not acceptable. */
export async function refuseBadChoice(password: string, email: string, field: 'password' | 'next'): Promise<void> {
  const problem = await choiceProblem(password, email)
  if (problem !== undefined) throw new Refusal(422, { fields: { [field]: problem } })
}

function withoutEnd(text: string): string {
  return text.replace(/[\d\W_]+$/u, '')
}

async function readKnown(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set([...dictionary['passwords-common'], ...commonHere.split(' ')])
}
