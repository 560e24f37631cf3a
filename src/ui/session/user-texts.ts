import { rightWords, typeWords } from '../../../contract/rights.ts'

const types: Readonly<Record<string, string>> = typeWords
const permissions: Readonly<Record<string, string>> = rightWords

/** Names a type of user; an unknown type is returned as it is. */
export function userTypeText(type: string): string {
  return types[type] ?? type
}

/** Describes a permission in words; an unknown permission is returned as it is. */
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
