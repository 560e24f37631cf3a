import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import { useFlow } from '../../panel-context.tsx'

/** Tools shared by the device pages; null until their code is loaded. */
export function useDeviceTools() {
  const devices = useFlow('devices')
  useEffect(() => devices.send({ type: 'deviceTools.want' }), [devices])
  return useSelector(devices, (flow) => flow.context.deviceTools)
}
