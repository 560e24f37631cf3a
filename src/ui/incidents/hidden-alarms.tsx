import { useLateCode } from '../parts/loading/late-code.ts'
import { useHiddenAlarms } from './incident-hooks.ts'
import { lateHiddenAlarms } from './late-hidden-alarms.ts'

/** Shows alarms that the selected condominium hides, with a link to them (STATE-6). */
export function HiddenAlarms() {
  const hidden = useHiddenAlarms()
  const Link = useLateCode(lateHiddenAlarms, hidden.incidents + hidden.alerts > 0)
  return Link && <Link {...hidden} />
}
