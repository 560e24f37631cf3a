import { type Actor, createActor } from 'xstate'
import type { Incident } from '../../../contract/wire/answers/incidents.ts'
import { incidentMirror } from '../../inspector/recording/incident-mirror.ts'
import { incidentMirrorName } from '../../inspector/recording/incident-mirror-name.ts'
import type { Recorder } from '../../inspector/recording/recorder.ts'
import type { Panel } from '../../machines/panel/panel.machine.ts'

/** What is told within this time is looked at once. */
const lookAfterMs = 100

/** Has a recording show the incident whose page was opened last, in its chart, as the server goes on telling of it; returns the way to end that. */
export function mirrorIncident(panel: Panel, recorder: Recorder): () => void {
  let mirror: Actor<typeof incidentMirror> | undefined
  let shown: Incident | undefined
  let looking: ReturnType<typeof setTimeout> | undefined

  function look(): void {
    looking = undefined
    const told = lastTold(panel, shown)
    if (told === undefined || (told.id === shown?.id && told.version === shown.version)) return
    shown = told
    mirror?.stop()
    mirror = createActor(incidentMirror, { id: incidentMirrorName, input: told, inspect: recorder.see })
    mirror.start()
  }

  const stop = recorder.onChange(() => {
    looking ??= setTimeout(look, lookAfterMs)
  })
  return () => {
    stop()
    clearTimeout(looking)
    mirror?.stop()
  }
}

/** The newest word on the incident whose page is open, or else on the one that was shown before. */
function lastTold(panel: Panel, shown: Incident | undefined): Incident | undefined {
  const { incidents } = panel.getSnapshot().children
  const { context, children } = incidents?.getSnapshot() ?? {}
  const opened = children?.page?.getSnapshot().context.story?.incident
  let newest = opened ?? shown
  for (const each of [shown, ...(context?.incidents ?? [])])
    if (each !== undefined && each.id === newest?.id && each.version > newest.version) newest = each
  return newest
}
