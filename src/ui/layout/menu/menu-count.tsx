import { useCallingCount } from '../../incidents/incident-hooks.ts'
import { useStaleText } from '../../sources/source-hooks.ts'
import type { MenuEntry } from './menu.ts'

/** Number of incidents that call for a person, beside their menu entry (DESK-1). */
export function MenuCount({ entry: { href } }: { entry: MenuEntry }) {
  const count = useCallingCount()
  const stale = useStaleText('server')
  if (href !== '/incidents' || count === 0) return null
  return (
    <span className={`menu-count ${stale === '' ? 'tone-bad' : 'tone-neutral'}`}>
      {' '}
      {count}
      <span className="visually-hidden">{count === 1 ? ' aberta' : ' abertas'}</span>
    </span>
  )
}
