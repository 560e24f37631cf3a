/** Explains how to unblock notifications, with the labels that browsers use. */
export const unblockText =
  'Para desbloquear, abra as informações do site no ícone ao lado do endereço, mude “Notificações” para “Permitir” e recarregue a página.'

/** Shown while the browser asks for permission. */
export const askingText = 'Responda à pergunta que o navegador mostra perto do endereço.'
