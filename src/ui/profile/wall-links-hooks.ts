import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import type { WallLinksEvent } from '../../machines/profile/wall-links.machine.ts'
import { useFlow } from '../panel-context.tsx'

/** Links of the person to the wall view. Each view that mounts reloads them; the secret is dropped when it unmounts. */
export function useWallLinks() {
  const flow = useFlow('wallLinks')
  useEffect(() => {
    flow.send({ type: 'links.want' })
    return () => flow.send({ type: 'links.left' })
  }, [flow])
  const snapshot = useSelector(flow, (links) => links)
  const has = (tag: Parameters<NonNullable<typeof snapshot>['hasTag']>[0]) => snapshot?.hasTag(tag) ?? false
  const status = has('absent') ? 'absent' : has('error') ? 'failed' : has('unknown') ? 'loading' : 'listed'
  return {
    status: snapshot === undefined ? 'loading' : status,
    context: snapshot?.context,
    isMaking: has('making'),
    isRevoking: has('revoking'),
    send: (event: WallLinksEvent) => flow.send(event),
  } as const
}
