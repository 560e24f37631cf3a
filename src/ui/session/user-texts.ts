import { rightWords, typeWords } from '../../../contract/rights.ts'

const types: Readonly<Record<string, string>> = typeWords
const permissions: Readonly<Record<string, string>> = rightWords

/** What a user's type is called; one that the panel does not know stays as the server names it. */
export function userTypeText(type: string): string {
  return types[type] ?? type
}

/** What a permission allows, in words; one that the panel does not know stays as the server names it. */
export function permissionText(permission: string): string {
  return permissions[permission] ?? permission
}

/** First letters of the first and the last name. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => word !== '')
  const [first = '', last = ''] = words.length > 1 ? [words[0], words.at(-1)] : words
  return [first, last]
    .map((word) => [...word][0] ?? '')
    .join('')
    .toUpperCase()
}
