import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import type { DeviceFormProblems } from '../../machines/devices/device-form.machine.ts'
import { outcomeText } from '../devices/commands/device-operation-view.ts'
import { useFlow } from '../panel-context.tsx'
import { useDeviceForm } from './device-draft-hooks.ts'

/** Keeps the form open while its page is shown. */
export function useOpenDeviceForm(): void {
  const devices = useFlow('devices')
  useEffect(() => {
    devices.send({ type: 'form.open' })
    return () => devices.send({ type: 'form.close' })
  }, [devices])
}

const noProblems: DeviceFormProblems = {}

/** What is wrong with each field. */
export function useDeviceFormProblems(): DeviceFormProblems {
  return useSelector(useDeviceForm(), (form) => form?.context.problems ?? noProblems)
}

/** How often problems were found: it grows each time the person is to be led to them. */
export function useDeviceFormRefusals(): number {
  return useSelector(useDeviceForm(), (form) => form?.context.refusals ?? 0)
}

/** The wordCode of the device that is being saved; null where none is. */
export function useDeviceBeingSaved(): string | null {
  return useSelector(useDeviceForm(), (form) =>
    form?.hasTag('busy') ? (form.context.operation?.target.wordCode ?? null) : null,
  )
}

const texts = {
  marked: 'Confira os campos marcados.',
  barred: 'Outra operação está em andamento neste dispositivo. Espere que ela termine e tente de novo.',
} as const

/** Why the last saving came to nothing, and what to do now; '' where the fields alone say it, or all is well. */
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
