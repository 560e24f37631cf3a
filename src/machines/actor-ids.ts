/** Ids of the actors under the root (BOOT-1): these live for the page, */
type PageActorId = 'connectivity' | 'version' | 'session'

/** these while a session is stored. */
type SessionActorId =
  | 'condominiums'
  | 'activity'
  | 'eventFeed'
  | 'socket'
  | 'devices'
  | 'deviceList'
  | 'health'
  | 'audit'
  | 'auditLog'
  | 'password'
  | 'demoProducts'

export type ActorId = PageActorId | SessionActorId
