import * as v from 'valibot'
import { personName } from '../../fields/person.ts'
import { fieldsError, proofError } from '../answers/errors.ts'
import { newWallLink, wallLinks, wallView } from '../answers/wall.ts'
import { get, post, type Route, remove } from '../route.ts'

/** The name of a wall link: the location of the screen. */
export const wallLinkBody = v.object({ name: personName })

export const wallRoutes = {
  wallLinks: {
    ...get,
    path: '/wall-links',
    access: 'signedIn',
    summary: 'The person’s own links to the wall view, newest first (INC-8).',
    answer: wallLinks,
  },
  makeWallLink: {
    ...post,
    path: '/wall-links',
    access: 'signedIn',
    proof: 'recent',
    records: ['wall'],
    idempotent: 'by key',
    summary:
      'Creates a link. Its token only reads `/wall`, until the link is revoked, or its person is disabled or sets a password by a one-time link.',
    body: wallLinkBody,
    status: 201,
    answer: newWallLink,
    errors: { 409: 'the person has 20 links already', 422: 'a name shorter than 2 or longer than 80 characters' },
    errorBodies: { 403: proofError, 422: fieldsError },
  },
  revokeWallLink: {
    ...remove,
    path: '/wall-links/:id',
    access: 'signedIn',
    records: ['wall'],
    idempotent: 'by key',
    summary: 'Revokes the link: the next request of its wall gets 401.',
    errors: { 404: 'no such link of this person' },
  },
  wall: {
    ...get,
    path: '/wall',
    access: 'wall',
    summary:
      'The current state of the condominiums that the link’s creator may see. A session’s token is not valid here, and a wall’s token is not valid for other routes.',
    answer: wallView,
  },
} as const satisfies Record<string, Route>
