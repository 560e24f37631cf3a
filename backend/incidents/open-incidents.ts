import { openLives } from '../../contract/incidents/open-lives.ts'

/** SQL condition: the row of `incidents` is an open incident. */
export const isOpenIncident = `life in (${openLives.map((life) => `'${life}'`).join(', ')})`
