import { useSelector } from '@xstate/react'
import { useEffect, useMemo } from 'react'
import type { SnapshotFrom } from 'xstate'
import type { CondominiumFields, CondominiumProblems } from '../../../contract/fields/condominium.ts'
import { readFields } from '../../machines/condominium-form/condominium-draft.ts'
import { differences, emptyCondominiumFields } from '../../machines/condominium-form/condominium-field-rules.ts'
import type { condominiumFormMachine } from '../../machines/condominium-form/condominium-form.machine.ts'
import type { CallFailure } from '../../machines/parts/call-failure.ts'
import type { FieldDifference } from '../../machines/parts/record-versions.ts'
import { useFlow, useFlowState } from '../panel-context.tsx'
import { useCondominiumForm } from './draft-hooks.ts'

type Snapshot = SnapshotFrom<typeof condominiumFormMachine>

/** Keeps the form of a condominium open while its page is shown; null for a new condominium. */
export function useOpenCondominiumForm(id: string | null, customersId: string): void {
  const flow = useFlow('condominiums')
  useEffect(() => {
    flow.send({ type: 'form.open', id, customersId })
    return () => flow.send({ type: 'form.close' })
  }, [flow, id, customersId])
}

/** Stage of the form on a page; `otherDraft`: the unsaved draft belongs to another page. */
export type FormStage =
  | 'loading'
  | 'broken'
  | 'otherDraft'
  | 'missing'
  | 'unavailable'
  | 'open'
  | 'conflict'
  | 'saved'
  | 'discarded'

export function useFormStage(id: string | null): FormStage {
  const isBroken = useFlowState('condominiums', (flow) => flow.hasTag('formBroken'))
  const stage = useSelector(useCondominiumForm(), (form) => (form === undefined ? 'loading' : stageOf(form, id)))
  return isBroken ? 'broken' : stage
}

function stageOf(form: Snapshot, id: string | null): FormStage {
  if (form.context.id !== id) return form.hasTag('changed') ? 'otherDraft' : 'loading'
  const stages = ['conflict', 'open', 'missing', 'unavailable', 'saved', 'discarded'] as const
  return stages.find((stage) => form.hasTag(stage)) ?? 'loading'
}

export function useFormFields(): CondominiumFields {
  return useSelector(useCondominiumForm(), (form) => form?.context.fields ?? emptyCondominiumFields)
}

const noProblems: CondominiumProblems = {}

export function useFormProblems(): CondominiumProblems {
  return useSelector(useCondominiumForm(), (form) => form?.context.problems ?? noProblems)
}

/** Counter that increases each time the form must move the focus to a problem. */
export function useFormRefusals(): number {
  return useSelector(useCondominiumForm(), (form) => form?.context.refusals ?? 0)
}

export function useFormBusy(): boolean {
  return useSelector(useCondominiumForm(), (form) => form?.hasTag('busy') ?? false)
}

/**
 * Reason why reading or saving the record failed; null if there was no failure or the problems are shown at the fields.
 */
export function useFormFailure(): CallFailure | null {
  return useSelector(useCondominiumForm(), (form) => form?.context.failure ?? null)
}

export function useCepStatus(): 'idle' | 'looking' | 'found' | 'townWide' | 'unknown' | 'unavailable' {
  return useSelector(useCondominiumForm(), (form) => {
    const statuses = ['looking', 'found', 'townWide', 'unknown', 'unavailable'] as const
    return statuses.find((status) => form?.matches({ open: { cep: status } })) ?? 'idle'
  })
}

/** Compares the current record of the server with the fields that this person edited. */
export function useFormDifferences(): readonly FieldDifference<CondominiumFields>[] {
  const form = useCondominiumForm()
  const record = useSelector(form, (snapshot) => snapshot?.context.record ?? null)
  const theirs = useSelector(form, (snapshot) => snapshot?.context.theirs ?? null)
  const fields = useFormFields()
  return useMemo(
    () => (theirs === null ? [] : differences(readFields(record), fields, readFields(theirs))),
    [record, fields, theirs],
  )
}
