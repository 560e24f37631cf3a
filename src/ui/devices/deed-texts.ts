import type { DeviceDeed } from '../../machines/devices/device-deed.machine.ts'

interface DeedTexts {
  title: string
  /** What will happen, and to whom. */
  effect: string
  /** What its button is called. */
  confirm: string
}

/** What is said before a deed (LIVE-11). `name` is what the device is called. */
export function deedTexts(deed: DeviceDeed, name: string): DeedTexts {
  switch (deed.kind) {
    case 'restart':
      return {
        title: `Reiniciar ${name}?`,
        effect: `Enquanto reinicia, ${name} não atende: quem chegar espera até voltar. Veja antes se não há ninguém no meio da passagem.`,
        confirm: 'Reiniciar',
      }
    case 'activate':
      return deed.active
        ? {
            title: `Ativar ${name}?`,
            effect: `A partir de agora, ${name} volta a liberar a passagem para quem tem acesso. Veja antes se a passagem está livre.`,
            confirm: 'Ativar',
          }
        : {
            title: `Desativar ${name}?`,
            effect: `A partir de agora, ${name} não libera ninguém: quem passa por ali precisa de outra entrada, até que alguém ative o dispositivo de novo.`,
            confirm: 'Desativar',
          }
    case 'reset':
      return {
        title: `Retomar ${name} agora?`,
        effect: `O que for pedido a ${name} volta a ser enviado na hora, sem esperar o fim da pausa. Para quem passa por ali nada muda; se o dispositivo ainda não responde, ele volta a ficar em pausa.`,
        confirm: 'Retomar agora',
      }
    case 'delete':
      return {
        title: `Excluir ${name}?`,
        effect: `Daqui ninguém mais reinicia nem acompanha ${name}: se falhar, a portaria não fica sabendo, e quem passa por ali fica sem ajuda. A exclusão não tem volta. Ela é tentada de três modos, nesta ordem, até que um dê certo:`,
        confirm: 'Excluir dispositivo',
      }
  }
}
