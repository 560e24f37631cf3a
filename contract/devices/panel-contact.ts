/**
 * Contact to the devices: 'silent' is the server, 'serviceSilent' only its device service, 'healthSilent' only its health
 * service (DEV-3).
 */
export type PanelContact = 'current' | 'offline' | 'silent' | 'serviceSilent' | 'healthSilent'

/** Reasons why the status of every device is unknown. */
export const contactTexts: Record<Exclude<PanelContact, 'current'>, string> = {
  offline: 'este computador está sem rede',
  silent: 'sem contato com o servidor',
  serviceSilent: 'o serviço de dispositivos não responde',
  healthSilent: 'o serviço de saúde não responde',
}

/** Only the live connection is lost; the server answers (LIVE-1). */
export const cutOffText = 'Os eventos não chegam na hora; o painel consulta a cada 15 s.'

/** Text while a device is loading; without contact it does not promise that the device will appear (LIVE-1). */
export function seekingText(contact: PanelContact): string {
  if (contact === 'current') return 'Carregando o dispositivo…'
  return `Ainda não dá para mostrar este dispositivo: ${contactTexts[contact]}. O painel tenta de novo sozinho.`
}
