import { type AnyActor, createActor } from 'xstate'
import type { IncidentStory } from '../../../contract/wire/answers/incident-story.ts'
import type { Incident } from '../../../contract/wire/answers/incidents.ts'
import type { ProcedureRun } from '../../../contract/wire/answers/procedures.ts'
import type { Recorder } from '../../inspector/recording/recorder.ts'
import { serverMirrorNames } from '../../inspector/recording/server-mirror-names.ts'
import { incidentMirror, procedureMirror } from '../../inspector/recording/server-mirrors.ts'
import type { Panel } from '../../machines/panel/panel.machine.ts'

/** Changes within this time are handled together. */
const lookAfterMs = 100

/**
 * Shows the last opened incident and its procedure in a recording, in the charts of the server, and follows their
 * updates. Returns a stop function.
 */
export function mirrorServer(panel: Panel, recorder: Recorder): () => void {
  const inspect = recorder.see
  const incident = mirrorOf((input: Incident) =>
    createActor(incidentMirror, { id: serverMirrorNames.incident, input, inspect }).start(),
  )
  const procedure = mirrorOf((input: ProcedureRun) =>
    createActor(procedureMirror, { id: serverMirrorNames.procedure, input, inspect }).start(),
  )
  let shown: Incident | undefined
  let looking: ReturnType<typeof setTimeout> | undefined

  function look(): void {
    looking = undefined
    const opened = openedStory(panel)
    const newest = newestIncident(panel, opened?.incident ?? shown, shown)
    if (newest?.id !== shown?.id) procedure.stop()
    shown = newest
    if (newest !== undefined) incident.show(newest, `${newest.id} ${newest.version}`)
    if (opened?.procedure !== undefined) procedure.show(opened.procedure, JSON.stringify(opened.procedure))
  }

  const stop = recorder.onChange(() => {
    looking ??= setTimeout(look, lookAfterMs)
  })
  return () => {
    stop()
    clearTimeout(looking)
    incident.stop()
    procedure.stop()
  }
}

/** A mirror whose actor is replaced at each new version of its record; `begin` starts the actor of a version. */
function mirrorOf<Stored>(begin: (stored: Stored) => AnyActor) {
  let actor: AnyActor | undefined
  let shown = ''
  return {
    /** `version` is different for each version of each record. */
    show(stored: Stored, version: string) {
      if (version === shown) return
      shown = version
      actor?.stop()
      actor = begin(stored)
    },
    stop() {
      shown = ''
      actor?.stop()
    },
  }
}

/** The story of the incident whose page is open. */
function openedStory(panel: Panel): IncidentStory | null | undefined {
  const { incidents } = panel.getSnapshot().children
  const { worklist } = incidents?.getSnapshot().children ?? {}
  return worklist?.getSnapshot().children.page?.getSnapshot().context.story
}

/** The newest version of an incident that the panel has; `shown` is the incident that the mirror shows. */
function newestIncident(panel: Panel, meant: Incident | undefined, shown: Incident | undefined): Incident | undefined {
  const listed = panel.getSnapshot().children.incidents?.getSnapshot().context.incidents ?? []
  let newest = meant
  for (const each of [shown, ...listed])
    if (each !== undefined && each.id === newest?.id && each.version > newest.version) newest = each
  return newest
}
