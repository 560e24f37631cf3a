/**
 * Delivers a push message to a visible page in the form of the messaging worker, so that the SDK of Firebase accepts
 * the message (PUSH-2).
 */
export function deliverSimulatedPush(worker: EventTarget, id: string): void {
  const data = {
    isFirebaseMessaging: true,
    messageType: 'push-received',
    fcmMessageId: id,
    notification: { title: 'Mensagem simulada', body: 'Enviada pelo inspetor, só para esta página.' },
    data: {},
  }
  worker.dispatchEvent(new MessageEvent('message', { data }))
}
