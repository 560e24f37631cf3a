/** Explains how to unblock notifications, with the labels that browsers use. */
export const unblockText =
  'Para desbloquear, abra as informações do site no ícone ao lado do endereço, mude “Notificações” para “Permitir” e recarregue a página.'

const homeScreenText =
  'Para receber avisos no iPhone ou iPad, toque em Compartilhar, escolha “Adicionar à Tela de Início” e abra o painel pelo novo ícone.'

/** Explains how an iPhone or iPad gets notifications: only from the home screen. Null for another browser, and if the panel is there. */
export function homeScreenAdvice(): string | null {
  const { userAgent, maxTouchPoints } = navigator
  // An iPad names itself a Mac, which has no touch screen.
  const isApple = /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
  return isApple && isSecureContext && !matchMedia('(display-mode: standalone)').matches ? homeScreenText : null
}

/** Shown while the browser asks for permission. */
export const askingText = 'Responda à pergunta que o navegador mostra perto do endereço.'
