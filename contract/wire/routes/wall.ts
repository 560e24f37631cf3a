import * as v from 'valibot'
import { personName } from '../../fields/person.ts'
import { fieldsError } from '../answers/errors.ts'
import { newWallLink, wallLinks, wallView } from '../answers/wall.ts'
import { get, post, type Route, remove } from '../route.ts'

/** What a link to the wall view is called: where the screen hangs. */
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
    records: ['wall'],
    summary:
      'Another one. Its token reads `/wall` and nothing else, until the link is revoked, or its person is disabled or gets a password by a link.',
    body: wallLinkBody,
    status: 201,
    answer: newWallLink,
    errors: { 409: 'the person has 20', 422: 'a name of less than 2 or more than 80 characters' },
    errorBodies: { 422: fieldsError },
  },
  revokeWallLink: {
    ...remove,
    path: '/wall-links/:id',
    access: 'signedIn',
    records: ['wall'],
    summary: 'Whatever shows it is refused from its next question on.',
    errors: { 404: 'none of this person’s' },
  },
  wall: {
    ...get,
    path: '/wall',
    access: 'wall',
    summary:
      'How things are at the condominiums that whoever made the link may see now. A session’s token is none of a wall’s, nor the other way round.',
    answer: wallView,
  },
} as const satisfies Record<string, Route>
