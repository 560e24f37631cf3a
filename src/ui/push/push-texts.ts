/** How to unblock, in the words of browsers. */
export const unblockText =
  'Para desbloquear, abra as informações do site no ícone ao lado do endereço, mude “Notificações” para “Permitir” e recarregue a página.'

/** While the browser asks. */
export const askingText = 'Responda à pergunta que o navegador mostra perto do endereço.'
