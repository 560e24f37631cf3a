import { untilText } from '../../../../contract/texts/time-texts.ts'
import { type IsolationSpan, isolationEnd } from '../../../machines/breaker/isolation-spans.ts'
import type { DeviceCommand } from '../../../machines/devices/commands/device-confirmation.machine.ts'

interface ConfirmationTexts {
  title: string
  /** Effect of the command, for the people concerned. */
  effect: string
  confirm: string
}

/** Texts of the confirmation of a command (LIVE-11). `name` is the device's display name. */
export function confirmationTexts(command: DeviceCommand, name: string): ConfirmationTexts {
  switch (command.kind) {
    case 'restart':
      return {
        title: `Reiniciar ${name}?`,
        effect: `Enquanto reinicia, ${name} não atende: quem chegar espera até voltar. Veja antes se não há ninguém no meio da passagem.`,
        confirm: 'Reiniciar',
      }
    case 'activate':
      return command.active
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
    case 'isolate':
      return {
        title: `Isolar ${name}?`,
        effect: `Até a hora escolhida, este computador não envia comandos nem testes a ${name} nem muda o cadastro dele, a não ser por uma exclusão, e só alerta se outros falharem com ele, seja quem for que entre no painel. O servidor continua a consultá-lo, e avisos do sistema ainda podem chegar. Isso não desliga ${name} nem impede alguém de passar. Outros computadores não ficam sabendo: avise quem os usa. Para calar, em todos os computadores, uma ocorrência que já está aberta, use Silenciar na página dela.`,
        confirm: 'Isolar dispositivo',
      }
    case 'release':
      return {
        title: `Encerrar o isolamento de ${name}?`,
        effect: `Veja antes se ninguém mais trabalha em ${name}. O painel o testa em seguida; se ele responde, o que for pedido volta a ser enviado.`,
        confirm: 'Encerrar isolamento',
      }
    case 'delete':
      return {
        title: `Excluir ${name}?`,
        effect: `Daqui ninguém mais reinicia nem acompanha ${name}: se falhar, a portaria não fica sabendo, e quem passa por ali fica sem ajuda. A exclusão não tem volta. Ela é tentada de três modos, nesta ordem, até que um dê certo:`,
        confirm: 'Excluir dispositivo',
      }
  }
}

const spanTexts: Record<IsolationSpan, string> = {
  '1h': '1 hora, ',
  '4h': '4 horas, ',
  untilMorning: '',
  '24h': '24 horas, ',
}

/** Formats a duration of isolation: '1 hora, até 15:20'. `now` in milliseconds since the epoch. */
export function isolationSpanText(span: IsolationSpan, now: number): string {
  const text = `${spanTexts[span]}${untilText(isolationEnd(span, now), now)}`
  return text.replace(/^a/, 'A')
}
