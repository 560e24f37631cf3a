/** Whether the panel can say how devices are: it can, its browser has no network, or the server is silent (DEV-3). */
export type PanelContact = 'current' | 'offline' | 'silent'

/** Why no device's state can be told. */
export const contactTexts: Record<Exclude<PanelContact, 'current'>, string> = {
  offline: 'este computador está sem rede',
  silent: 'sem contato com o servidor',
}
