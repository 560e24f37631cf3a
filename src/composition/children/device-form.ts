import { navigate } from 'wouter/use-browser-location'
import { deviceFormMachine } from '../../machines/devices/device-form.machine.ts'
import { deviceAddress } from '../../ui/device-list/device-addresses.ts'

/** The form of a device, fetched with its page (DEV-6). */
export const deviceForm = deviceFormMachine.provide({
  actions: {
    showDevice: (_, { wordCode }) => navigate(deviceAddress(wordCode), { replace: true }),
    followLink: (_, { destination }) => navigate(destination),
  },
})
