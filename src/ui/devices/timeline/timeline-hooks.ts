import { useSelector } from '@xstate/react'
import { useEffect, useRef } from 'react'
import type { DeviceTimeline } from '../../../../contract/wire/answers/devices/device-timeline.ts'
import type { Device } from '../../../../contract/wire/answers/devices/devices.ts'
import type { DeviceTimelineEvent } from '../../../machines/devices/device-timeline.machine.ts'
import { useDeviceTools } from '../commands/device-tools-hooks.ts'

interface ShownTimeline {
  /** Null before the first answer. */
  timeline: DeviceTimeline | null
  isBusy: boolean
  isFailed: boolean
  send: (event: DeviceTimelineEvent) => void
}

/** Loads the timeline, again when the device changes, and drops it on unmount (PAGE-5). */
export function useDeviceTimeline({ wordCode, status, active }: Device): ShownTimeline {
  const flow = useDeviceTools()?.timeline
  const lastSeen = useRef<string>(undefined)
  useEffect(() => {
    flow?.send({ type: 'timeline.want', wordCode })
    lastSeen.current = undefined
    return () => flow?.send({ type: 'timeline.leave' })
  }, [flow, wordCode])
  useEffect(() => {
    const seen = `${status} ${active}`
    if (lastSeen.current !== undefined && lastSeen.current !== seen) flow?.send({ type: 'timeline.changed' })
    lastSeen.current = seen
  }, [flow, status, active])
  return {
    timeline: useSelector(flow, (shown) => (shown?.context.wordCode === wordCode ? shown.context.timeline : null)),
    isBusy: useSelector(flow, (shown) => shown?.hasTag('busy') ?? false),
    isFailed: useSelector(flow, (shown) => shown?.hasTag('error') ?? false),
    send: (event) => flow?.send(event),
  }
}
