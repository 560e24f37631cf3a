import { lateCode } from '../parts/loading/late-code.ts'

export const lateHiddenAlarms = lateCode(async () => (await import('./hidden-alarms-link.tsx')).HiddenAlarmsLink)
