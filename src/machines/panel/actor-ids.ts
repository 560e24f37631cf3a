/** Ids of the actors under the root (BOOT-1): these live for the page, */
type PageActorId = 'theme' | 'push' | 'connectivity' | 'version' | 'session'

/** these while a session is stored. */
type SessionActorId =
  | 'shell'
  | 'condominiums'
  | 'activity'
  | 'eventFeed'
  | 'socket'
  | 'notifications'
  | 'devices'
  | 'deviceList'
  | 'deviceImport'
  | 'health'
  | 'audit'
  | 'auditLog'
  | 'password'
  | 'mySessions'
  | 'demoProducts'

export type ActorId = PageActorId | SessionActorId
