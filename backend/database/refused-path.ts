import { readFileSync, statSync } from 'node:fs'
import { access, constants } from 'node:fs/promises'
import { dirname } from 'node:path'
import * as v from 'valibot'
import { DatabaseRefused } from './operator-error.ts'

const missing = v.object({ code: v.literal('ENOENT') })
const systemError = v.object({ code: v.string() })
const deniedFile = v.object({ code: v.picklist(['EACCES', 'EPERM', 'EROFS']), path: v.string() })

const denied = 'não pode ser aberto ou gravado'
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
  if (cause !== denied)
    return new DatabaseRefused(`O caminho ${path} ${cause}. Nada foi alterado. Indique ${instead}.`, error)
  return new DatabaseRefused(
    `O caminho ${path}${ownerOf(path)} ${cause} pelo usuário ${userName()}. Nada foi alterado. Repita como o dono dos dados, acerte dono e modo do caminho, ou indique ${instead}.`,
    error,
  )
}

/** Returns an error for the operator if this user may not open or write the file; undefined for any other error. */
export function refusedFile(error: unknown): unknown {
  return v.is(deniedFile, error) ? refusedPath(error.path, error, 'outro arquivo') : undefined
}

/** Throws an error for the operator if this user may not open the file; ignores any other error. */
export function unlessRefused(error: unknown): undefined {
  const refused = refusedFile(error)
  if (refused !== undefined) throw refused
}

/**
 * Returns the name of a user of this machine (default: the user of this process) for `sudo -u`; `#1000` if the user has
 * no name.
 */
export function userName(uid = process.getuid?.()): string {
  const name = readable(() => readFileSync('/etc/passwd', 'utf8'))
    ?.split('\n')
    .map((line) => line.split(':'))
    .find(([, , number]) => number === String(uid))?.[0]
  return name ?? `#${uid}`
}

function ownerOf(path: string): string {
  const found = readable(() => statSync(path)) ?? readable(() => statSync(dirname(path)))
  return found === undefined ? '' : `, do usuário ${userName(found.uid)},`
}

function readable<Found>(read: () => Found): Found | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
