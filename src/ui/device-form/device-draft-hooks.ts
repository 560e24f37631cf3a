import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import type { deviceFormMachine } from '../../machines/devices/device-form.machine.ts'
import { useDeviceCommands } from '../devices/device-hooks.ts'

/** Form of the device on screen; undefined before it is open. */
export function useDeviceForm(): ActorRefFrom<typeof deviceFormMachine> | undefined {
  return useSelector(useDeviceCommands(), (commands) => commands?.children.form)
}
