import type { Backend } from '../../../backend/server.ts'
import { makeWallLink } from '../../../backend/walls/wall-links.ts'
import type { NewWallLink } from '../../../contract/wire/answers/wall.ts'

/** Plants a link of the admin. The link is missing if the admin has the maximum number of links already. */
export async function plantWallLink({ database }: Backend): Promise<Pick<NewWallLink, 'id' | 'token'>> {
  const link = { userId: 'user-admin', name: 'Guarita norte' }
  return (await makeWallLink(database, link, Date.now())) ?? { id: 'nenhum', token: 'nenhum' }
}
