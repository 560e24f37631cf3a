import type { DeletionWay } from '../../../machines/devices/commands/device-delete.machine.ts'

/** Ways to delete a device, in order, and what each leaves behind (DEV-5). */
export const deletionWays: readonly { way: DeletionWay; name: string; leaves: string }[] = [
  {
    way: 'device',
    name: 'Pelo próprio dispositivo, duas tentativas:',
    leaves: 'ele é avisado e removido de tudo. Nada fica para trás.',
  },
  {
    way: 'pool',
    name: 'Pelo conjunto de conexões, duas tentativas:',
    leaves: 'sai das conexões e do cadastro sem ser avisado. O dispositivo guarda sua configuração.',
  },
  {
    way: 'database',
    name: 'Direto no cadastro, uma tentativa:',
    leaves: 'o registro é apagado. O dispositivo e a conexão com ele ficam como estão.',
  },
]

export const deletingTexts: Record<DeletionWay, string> = {
  device: 'Excluindo pelo próprio dispositivo…',
  pool: 'O dispositivo não respondeu. Excluindo pelo conjunto de conexões…',
  database: 'Pelo conjunto de conexões não foi possível. Excluindo direto no cadastro…',
}

export const deletedTexts: Record<DeletionWay, string> = {
  device: 'Excluído pelo próprio dispositivo: ele foi avisado e removido de tudo.',
  pool: 'Excluído pelo conjunto de conexões: o dispositivo não foi avisado e guarda sua configuração.',
  database: 'Excluído direto no cadastro: o dispositivo e a conexão com ele ficaram como estavam.',
}
