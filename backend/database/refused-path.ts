import { access, constants } from 'node:fs/promises'
import * as v from 'valibot'
import { DatabaseRefused } from './operator-error.ts'

const missing = v.object({ code: v.literal('ENOENT') })
const systemError = v.object({ code: v.string() })

const denied = 'não pode ser aberto ou gravado por este usuário da máquina'
const noDirectory = 'não é uma pasta, ou fica abaixo de um arquivo'
const causes: Record<string, string> = {
  EACCES: denied,
  EPERM: denied,
  EROFS: 'está em um disco só de leitura',
  ENOSPC: 'está em um disco cheio',
  EDQUOT: 'passa da cota de disco deste usuário da máquina',
  ENOTDIR: noDirectory,
  EEXIST: noDirectory,
  ENOENT: 'não existe',
}

/** Resolves to undefined if the file or directory does not exist. Rethrows any other error, which does not show whether it exists. */
export async function unlessMissing<Result>(reading: Promise<Result>): Promise<Result | undefined> {
  try {
    return await reading
  } catch (error) {
    if (v.is(missing, error)) return undefined
    throw error
  }
}

/** Rejects with an `OperatorError` unless this user can read and write the file or directory. */
export async function requireAccess(path: string, instead?: string): Promise<void> {
  try {
    await access(path, constants.R_OK | constants.W_OK)
  } catch (error) {
    throw refusedPath(path, error, instead)
  }
}

/** Returns a system error about `path` as an error for the operator, who can use `instead`; any other error unchanged. */
export function refusedPath(path: string, error: unknown, instead = 'outra pasta (--data)'): unknown {
  const cause = v.is(systemError, error) ? causes[error.code] : undefined
  if (cause === undefined) return error
  const asOwner =
    cause === denied ? 'Repita como o dono dos dados (por exemplo: sudo -u guarita …), ou indique' : 'Indique'
  return new DatabaseRefused(`O caminho ${path} ${cause}. Nada foi alterado. ${asOwner} ${instead}.`, error)
}
