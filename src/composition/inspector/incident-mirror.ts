import { type Actor, createActor } from 'xstate'
import type { Incident } from '../../../contract/wire/answers/incidents.ts'
import { incidentMirror } from '../../inspector/recording/incident-mirror.ts'
import { incidentMirrorName } from '../../inspector/recording/incident-mirror-name.ts'
import type { Recorder } from '../../inspector/recording/recorder.ts'
import type { Panel } from '../../machines/panel/panel.machine.ts'

/** Changes within this time are handled together. */
const lookAfterMs = 100

/** Shows the last opened incident in a recording and follows its updates. Returns a stop function. */
export function mirrorIncident(panel: Panel, recorder: Recorder): () => void {
  let mirror: Actor<typeof incidentMirror> | undefined
  let shown: Incident | undefined
  let looking: ReturnType<typeof setTimeout> | undefined

  function look(): void {
    looking = undefined
    const newest = newestIncident(panel, shown)
    if (newest === undefined || (newest.id === shown?.id && newest.version === shown.version)) return
    shown = newest
    mirror?.stop()
    mirror = createActor(incidentMirror, { id: incidentMirrorName, input: newest, inspect: recorder.see })
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

/** The newest version of the incident whose page is open, or else of the last shown incident. */
function newestIncident(panel: Panel, shown: Incident | undefined): Incident | undefined {
  const { incidents } = panel.getSnapshot().children
  const { context, children } = incidents?.getSnapshot() ?? {}
  const opened = children?.worklist?.getSnapshot().children.page?.getSnapshot().context.story?.incident
  let newest = opened ?? shown
  for (const each of [shown, ...(context?.incidents ?? [])])
    if (each !== undefined && each.id === newest?.id && each.version > newest.version) newest = each
  return newest
}
