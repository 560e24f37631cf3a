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
