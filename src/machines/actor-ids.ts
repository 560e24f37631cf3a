/** Ids of the actors under the root (BOOT-1): the first row lives for the page, the second while a session is stored. */
export type ActorId = ('connectivity' | 'version' | 'session') | ('condominiums' | 'activity' | 'eventFeed' | 'socket')
