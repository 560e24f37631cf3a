import { fromCallback, fromPromise } from 'xstate'
import { alertsMachine } from '../../../machines/alerts/alerts.machine.ts'
import type { AlertNotifications, AlertsEvent, AlertsKept } from '../../../machines/alerts/alerts-protocol.ts'
import { createAlertKeeper } from '../../../services/alerts/alert-keeper.ts'
import { createAlertSound } from '../../../services/alerts/alert-sound.ts'
import { actInTurn, openAlertTabs } from '../../../services/alerts/alert-tabs.ts'
import { isFirstOfSignIn } from '../../../services/alerts/first-of-sign-in.ts'
import { missedAlertsIn } from '../../../services/alerts/missed-alerts.ts'
import { storeSoundChoice, watchSoundChoice } from '../../../services/alerts/sound-choice.ts'
import { createCall } from '../../../services/http/contract-call.ts'
import { loadNotifications } from '../../../services/notifications/notifications-api.ts'
import { watchSessionEnd } from '../../../services/session/session-end.ts'
import { logTo, type Neighbours } from '../../neighbours.ts'

/** Provides the alerts with sound, badge, this tab's storage and the other tabs (ALERT). */
export function alerts({ log, http, localData, now }: Pick<Neighbours, 'log' | 'http' | 'localData' | 'now'>) {
  const call = createCall(http, log)
  const sound = createAlertSound()
  return alertsMachine.provide({
    actors: {
      keeper: fromCallback<AlertsKept, { userId: string }>(({ input: { userId }, sendBack, receive }) => {
        const keeper = createAlertKeeper(userId, log)
        const hasGone = watchSessionEnd(localData, log)
        const isSignIn = isFirstOfSignIn(localData, log)
        sendBack({ type: 'alerts.kept', alerts: keeper.read(), isSignIn } satisfies AlertsEvent)
        const ids = keeper.readSeen()
        if (ids.length > 0) sendBack({ type: 'alerts.seenElsewhere', ids } satisfies AlertsEvent)
        receive(({ alerts, seenIds }) => keeper.keep(alerts, seenIds))
        // A reload by the panel and a restart of the chart stop the keeper, too.
        return () => {
          if (hasGone()) keeper.forget()
        }
      }),
      tabs: fromCallback<AlertNotifications, undefined>(({ sendBack, receive }) => {
        const tabs = openAlertTabs(({ kind, ids }) =>
          sendBack({
            type: kind === 'seen' ? 'alerts.seenElsewhere' : 'alerts.calledElsewhere',
            ids,
          } satisfies AlertsEvent),
        )
        receive(({ type, ids }) => tabs.tell({ kind: type === 'tabs.seen' ? 'seen' : 'called', ids: [...ids] }))
        return () => tabs.close()
      }),
      watchSound: fromCallback(({ sendBack }) =>
        watchSoundChoice(localData, (isOn) =>
          sendBack({
            type: isOn === null ? 'sound.storedNone' : isOn ? 'sound.storedOn' : 'sound.storedOff',
          } satisfies AlertsEvent),
        ),
      ),
      call: fromPromise(async ({ signal }) => {
        if (!(await sound.isAllowed())) return 'blocked'
        return (await actInTurn({ localData, now }, () => sound.play(signal))) ? 'played' : 'elsewhere'
      }),
      sample: fromPromise(async ({ signal }) => {
        if (!(await sound.isAllowed())) return 'blocked'
        await sound.play(signal)
        return 'played'
      }),
      loadMissed: fromPromise(async ({ input: { userId, since }, signal }) =>
        missedAlertsIn(await loadNotifications(call, userId, signal), since),
      ),
    },
    actions: {
      storeSound: (_, { isOn }) => storeSoundChoice(localData, isOn),
      logFailure: logTo(log),
    },
  })
}
