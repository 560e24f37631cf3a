import { join } from 'node:path'
import * as v from 'valibot'

/** Address and secret for commands to the running server; only users who can read the directory's files have them. */
export const door = v.object({ url: v.string(), secret: v.string() })

/** File with this address and secret. A command reads the file without loading the server's code. */
export function doorFile(dataDir: string): string {
  return join(dataDir, 'local.json')
}
