import { passwordTexts } from '../../contract/fields/password.ts'
import { Refusal } from '../http/refusal.ts'

/** What people here choose that the list, gathered from all over the world, does not have, and what this project's own documents say. */
const commonHere =
  'mudar senha guarita guarita-demo portaria porteiro condominio condomínio brasil corinthians eusoufoda teamo deusefiel jesuscristo'

/** Read when somebody chooses a password for the first time: it takes 40 ms and 5 MB. */
let known: Promise<Set<string>> | undefined

/** Says in words what is wrong with a password of the right length that somebody chooses; undefined where nothing is (OPS-4). */
export async function choiceProblem(password: string, email: string): Promise<string | undefined> {
  const text = password.normalize('NFKC').toLowerCase()
  const name = email.toLowerCase()
  const [local = ''] = name.split('@')
  if ([name, local].includes(text) || withoutEnd(text) === local) return passwordTexts.ownEmail
  known ??= readKnown()
  const common = await known
  // The first that is tried after a common password is that password with a few digits or signs.
  const isCommon = common.has(text) || common.has(text.replace(/[\d\W_]{1,6}$/u, ''))
  return isCommon || /^(.)\1*$/u.test(text) ? passwordTexts.common : undefined
}

/** Rejects with 422 at `field` where the password should not be chosen. */
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
