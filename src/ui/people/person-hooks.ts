import { shallowEqual, useSelector } from '@xstate/react'
import { useCallback, useEffect, useMemo } from 'react'
import type { SnapshotFrom } from 'xstate'
import type { OneTimeLink, PersonHistory } from '../../../contract/wire/answers/people.ts'
import type { FieldDifference } from '../../machines/parts/record-versions.ts'
import { differences, type PersonFields, readFields } from '../../machines/people/person-fields.ts'
import type { personFormMachine } from '../../machines/people/person-form.machine.ts'
import type { Invited, PersonAct, PersonRecord } from '../../services/people/people-api.ts'
import { flowHook, useFlow, useFlowState } from '../panel-context.tsx'
import { usePersonForm } from './person-draft-hooks.ts'

type Form = SnapshotFrom<typeof personFormMachine>

/** Actor of the open page of a person or of an invitation. */
export const usePersonPage = flowHook('people', (people) => people.children.page)

/** Keeps the page of a person open while it is shown; returns a function that reopens it after a crash. */
export function useOpenPerson(id: string | null): () => void {
  const flow = useFlow('people')
  useEffect(() => {
    flow.send({ type: 'person.open', id })
    return () => flow.send({ type: 'person.close' })
  }, [flow, id])
  return useCallback(() => flow.send({ type: 'person.open', id }), [flow, id])
}

export type PersonStage = 'loading' | 'broken' | 'missing' | 'unavailable' | 'conflict' | 'invited' | 'open' | 'left'

export function usePersonStage(id: string | null): PersonStage {
  const isPageBroken = useFlowState('people', (people) => people.hasTag('pageBroken'))
  const isFormBroken = useSelector(usePersonPage(), (page) => page?.hasTag('formBroken') ?? false)
  const stage = useSelector(usePersonForm(), (form) => (form === undefined ? 'loading' : stageOf(form, id)))
  return isPageBroken || isFormBroken ? 'broken' : stage
}

function stageOf(form: Form, id: string | null): PersonStage {
  if (form.context.id !== id) return 'loading'
  if (form.hasTag('discarded')) return 'left'
  const stages = ['conflict', 'invited', 'open', 'missing', 'unavailable'] as const
  return stages.find((stage) => form.hasTag(stage)) ?? 'loading'
}

const noFields = readFields(null)

export function usePersonFields(): PersonFields {
  return useSelector(usePersonForm(), (form) => form?.context.fields ?? noFields)
}

/** Person as loaded; null for a new person. */
export function usePersonRecord(): PersonRecord | null {
  return useSelector(usePersonForm(), (form) => form?.context.record ?? null)
}

export function useInvited(): Invited | null {
  return useSelector(usePersonForm(), (form) => form?.context.invited ?? null)
}

const nothing = { problems: {}, refusals: 0, failure: null }

/** Problems of the fields, a counter of failed validations, and the reason of the last failed save. */
export function usePersonProblems(): Pick<Form['context'], 'problems' | 'refusals' | 'failure'> {
  return useSelector(
    usePersonForm(),
    (form) => {
      const { problems, refusals, failure } = form?.context ?? nothing
      return { problems, refusals, failure }
    },
    shallowEqual,
  )
}

export function usePersonSaving(): 'busy' | 'saved' | 'idle' {
  return useSelector(usePersonForm(), (form) => {
    if (form?.hasTag('busy')) return 'busy'
    return form?.hasTag('saved') ? 'saved' : 'idle'
  })
}

/** Compares the person's current record on the server with the fields edited here. */
export function usePersonDifferences(): readonly FieldDifference<PersonFields>[] {
  const form = usePersonForm()
  const record = useSelector(form, (snapshot) => snapshot?.context.record ?? null)
  const theirRecord = useSelector(form, (snapshot) => snapshot?.context.theirs ?? null)
  const mine = usePersonFields()
  return useMemo(
    () => (theirRecord === null ? [] : differences(readFields(record), mine, readFields(theirRecord))),
    [record, theirRecord, mine],
  )
}

/** Action on a person's access that awaits confirmation, is running, or has ended. */
export interface ShownAct {
  act: PersonAct
  phase: 'asking' | 'performing' | 'kept' | 'failed' | 'linked'
  /** Reason of a failure, as a text for a person. */
  message: string
  link: OneTimeLink | null
}

/** Returns the open action, or null, and a function that sends an event to its actor. */
export function usePersonAct(): [ShownAct | null, (event: { type: 'act.confirm' | 'act.close' }) => void] {
  const ref = useSelector(usePersonPage(), (page) => page?.children.act)
  const shown = useSelector(
    ref,
    (act): ShownAct | null => {
      if (act === undefined || act.hasTag('finished')) return null
      const { context } = act
      const phases = { performing: 'busy', kept: 'kept', failed: 'error', linked: 'linked' } as const
      const phase = (['performing', 'kept', 'failed', 'linked'] as const).find((each) => act.hasTag(phases[each]))
      return { act: context.act, phase: phase ?? 'asking', message: context.failure?.message ?? '', link: context.link }
    },
    shallowEqual,
  )
  const send = useCallback((event: { type: 'act.confirm' | 'act.close' }) => ref?.send(event), [ref])
  return [shown, send]
}

/** Last completed action on the access. */
export function useActDone(): PersonAct | null {
  return useSelector(usePersonPage(), (page) => page?.context.done ?? null)
}

const noActs: PersonHistory['result'] = []

/** Changes of the access, newest first, with the loading status. */
export function usePersonHistory(): { acts: PersonHistory['result']; status: 'loading' | 'failed' | 'told' } {
  return useSelector(
    usePersonPage(),
    (page) => {
      const status = page?.hasTag('historyFailed') ? 'failed' : page?.hasTag('historyTold') ? 'told' : 'loading'
      return { acts: page?.context.history ?? noActs, status } as const
    },
    shallowEqual,
  )
}
