import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import type { DeviceFormProblems } from '../../machines/devices/device-form.machine.ts'
import { outcomeText } from '../devices/commands/device-operation-view.ts'
import { useFlow } from '../panel-context.tsx'
import { useDeviceForm } from './device-draft-hooks.ts'

export function useOpenDeviceForm(): void {
  const devices = useFlow('devices')
  useEffect(() => {
    devices.send({ type: 'form.open' })
    return () => devices.send({ type: 'form.close' })
  }, [devices])
}

const noProblems: DeviceFormProblems = {}

export function useDeviceFormProblems(): DeviceFormProblems {
  return useSelector(useDeviceForm(), (form) => form?.context.problems ?? noProblems)
}

/** Counter that increases each time the form must move the focus to a problem. */
export function useDeviceFormRefusals(): number {
  return useSelector(useDeviceForm(), (form) => form?.context.refusals ?? 0)
}

/** WordCode of the device that is being saved, or null. */
export function useDeviceBeingSaved(): string | null {
  return useSelector(useDeviceForm(), (form) =>
    form?.hasTag('busy') ? (form.context.operation?.target.wordCode ?? null) : null,
  )
}

const texts = {
  marked: 'Confira os campos marcados.',
  barred: 'Outra operação está em andamento neste dispositivo. Espere que ela termine e tente de novo.',
} as const

/** Reason why the last save failed, and the next step; '' if only the fields have problems. */
export function useDeviceFormFailure(): string {
  return useSelector(useDeviceForm(), (form) => {
    if (form?.hasTag('barred')) return texts.barred
    if (form?.hasTag('marked')) return texts.marked
    const failure = form?.context.failure ?? null
    if (failure === null) return ''
    const { operation, outcome, error } = failure
    return outcomeText({ kind: operation.kind, active: false, phase: outcome, error })
  })
}
