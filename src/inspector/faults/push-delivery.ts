/** A message as the messaging worker hands it to a visible page; the SDK of Firebase reads it like a real one (PUSH-2). */
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
