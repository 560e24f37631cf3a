/** Whether the panel can say how devices are: it can, its browser has no network, or the server is silent, or its device service alone (DEV-3). */
export type PanelContact = 'current' | 'offline' | 'silent' | 'serviceSilent'

/** Why no device's state can be told. */
export const contactTexts: Record<Exclude<PanelContact, 'current'>, string> = {
  offline: 'este computador está sem rede',
  silent: 'sem contato com o servidor',
  serviceSilent: 'o serviço de dispositivos não responde',
}

/** What stands where a device will, while it is asked for: that it comes is said only where somebody may answer (LIVE-1). */
export function seekingText(contact: PanelContact): string {
  if (contact === 'current') return 'Carregando o dispositivo…'
  return `Ainda não dá para mostrar este dispositivo: ${contactTexts[contact]}. O painel tenta de novo sozinho.`
}
