import * as v from 'valibot'
import { personName } from '../../fields/person.ts'

/** What a link to the wall view is called: where the screen hangs. */
export const wallLinkBody = v.object({ name: personName })
