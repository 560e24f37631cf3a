import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import { useFlow } from '../../panel-context.tsx'

/** What the pages of devices work with, which comes with the first of them; null until it is there. */
export function useDeviceTools() {
  const devices = useFlow('devices')
  useEffect(() => devices.send({ type: 'deviceTools.want' }), [devices])
  return useSelector(devices, (flow) => flow.context.deviceTools)
}
