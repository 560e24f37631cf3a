import { devicesText, numberText } from '../../../contract/texts/number-text.ts'
import type { BulkResult } from '../../machines/devices/commands/bulk-board.ts'
import type { BulkCommand } from '../../machines/devices/commands/device-bulk.machine.ts'
import { mayBeDone, outcomeText } from '../devices/commands/operation-texts.ts'

const verbs: Record<BulkCommand, { title: string; doing: string }> = {
  test: { title: 'Testar', doing: 'Testando' },
  activate: { title: 'Ativar', doing: 'Ativando' },
  deactivate: { title: 'Desativar', doing: 'Desativando' },
}

/** Texts of the confirmation before many devices are activated or deactivated (LIVE-11). */
export function bulkQuestion(command: BulkCommand, count: number): { title: string; effect: string; confirm: string } {
  const { title } = verbs[command]
  const those = count === 1 ? 'este dispositivo' : `estes ${devicesText(count)}`
  const effect =
    command === 'activate'
      ? `A partir de agora, ${those} ${count === 1 ? 'volta' : 'voltam'} a liberar a passagem para quem tem acesso. Veja antes se as passagens estão livres.`
      : `A partir de agora, ${those} não ${count === 1 ? 'libera' : 'liberam'} ninguém: quem passa por ali precisa de outra entrada, até que alguém ative de novo.`
  return { title: `${title} ${devicesText(count)}?`, effect, confirm: title }
}

/** Returns 'Desativando: 12 de 300'; while stopping, adds how many devices it waits for. */
export function bulkProgress(command: BulkCommand, done: number, of: number, waitsFor: number | null): string {
  const text = `${verbs[command].doing}: ${numberText(done)} de ${numberText(of)}`
  return waitsFor === null ? text : `${text}. Parando: espera por ${devicesText(waitsFor)}.`
}

/** `now` in milliseconds since the epoch. */
export function bulkResultText(command: BulkCommand, { outcome, error }: BulkResult, now: number): string {
  if (outcome === 'barred') return 'Não enviado: outra ação estava em andamento neste dispositivo.'
  const kind = command === 'test' ? 'test' : 'activate'
  const text = outcomeText({ kind, active: command === 'activate', phase: outcome, error }, now)
  return mayBeDone({ kind, phase: outcome, error })
    ? `${text} O pedido pode ter chegado mesmo assim: confira no local.`
    : text
}

/** Describes the results of all devices: '280 com sucesso, 15 sem sucesso, 5 não enviados, 20 não começados'. */
export function bulkSummary(results: readonly BulkResult[], left: number): string {
  const count = (which: (outcome: BulkResult['outcome']) => boolean) =>
    results.filter(({ outcome }) => which(outcome)).length
  const notSent = count((outcome) => outcome === 'refused' || outcome === 'barred')
  const succeeded = count((outcome) => outcome === 'succeeded')
  const failed = results.length - notSent - succeeded
  return [
    `${numberText(succeeded)} com sucesso`,
    failed > 0 && `${numberText(failed)} sem sucesso`,
    notSent > 0 && `${numberText(notSent)} ${notSent === 1 ? 'não enviado' : 'não enviados'}`,
    left > 0 && `${numberText(left)} ${left === 1 ? 'não começado' : 'não começados'}`,
  ]
    .filter(Boolean)
    .join(', ')
}
