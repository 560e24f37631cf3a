import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import type { deviceFormMachine } from '../../machines/devices/device-form.machine.ts'
import { useFlow } from '../panel-context.tsx'

/** The form of the device on screen; undefined before it is open. */
export function useDeviceForm(): ActorRefFrom<typeof deviceFormMachine> | undefined {
  return useSelector(useFlow('devices'), (devices) => devices?.children.form)
}

/** Whether something of it is not saved. */
export function useUnsavedDevice(): boolean {
  return useSelector(useDeviceForm(), (form) => form?.hasTag('changed') ?? false)
}
