import { createPasswordApi } from '../services/profile/password-api.ts'
import { createSessionsApi } from '../services/profile/sessions-api.ts'
import { createWallLinksApi } from '../services/profile/wall-links-api.ts'
import type { Neighbours } from './neighbours.ts'

/** What the profile asks the server. */
export function profileCalls({ http, log }: Pick<Neighbours, 'http' | 'log'>) {
  return {
    password: createPasswordApi(http, log),
    sessions: createSessionsApi(http, log),
    walls: createWallLinksApi(http, log),
  }
}
