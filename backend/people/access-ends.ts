import type { Queryable } from '../database/database.ts'
import type { Actor, Fact } from '../evidence/fact.ts'
import { endSessionsOf } from '../sessions/sessions.ts'
import { dropWallLinksOf } from '../walls/wall-links.ts'

/** Ids of the ended sessions and links; `noteAct` records each with the act that ended it. */
export type EndedAccess = { sessions: readonly string[]; wallLinks: readonly string[] }

/** Ends all sessions and wall links of a person. */
export async function endAccess(transaction: Queryable, personId: string): Promise<EndedAccess> {
  const sessions = await endSessionsOf(transaction, personId)
  return { sessions, wallLinks: await dropWallLinksOf(transaction, personId) }
}

/** Returns one fact for each thing that ended (EVI-1). */
export function factsOfEnds(
  { sessions, wallLinks }: EndedAccess,
  { person, how, actor, at }: { person: string; how: string; actor: Actor; at: number },
): Fact[] {
  const common = { at, actor, subject: { person } }
  return [
    ...sessions.map((session): Fact => ({ ...common, kind: 'session.ended', data: { session, how } })),
    ...wallLinks.map((link): Fact => ({ ...common, kind: 'wall', data: { act: 'revoked', link, how } })),
  ]
}
