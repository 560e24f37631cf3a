/** Explains how to unblock notifications, with the labels that browsers use. */
export const unblockText =
  'Para desbloquear, abra as informações do site no ícone ao lado do endereço, mude “Notificações” para “Permitir” e recarregue a página.'

const homeScreenText =
  'Para receber avisos no iPhone ou iPad, toque em Compartilhar, escolha “Adicionar à Tela de Início” e abra o painel pelo novo ícone.'

/**
 * Explains that an iPhone or iPad gets notifications only if the panel is on the home screen. Null in another browser,
 * and if the panel already runs from the home screen.
 */
export function homeScreenAdvice(): string | null {
  const { userAgent, maxTouchPoints } = navigator
  // An iPad identifies itself as a Mac; unlike a Mac, an iPad has a touch screen.
  const isApple = /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
  return isApple && isSecureContext && !matchMedia('(display-mode: standalone)').matches ? homeScreenText : null
}

/** Shown while the browser asks for permission. */
export const askingText = 'Responda à pergunta que o navegador mostra perto do endereço.'
