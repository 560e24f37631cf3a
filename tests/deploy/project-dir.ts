import { join } from 'node:path'

export const projectDir = join(import.meta.dirname, '../..')
