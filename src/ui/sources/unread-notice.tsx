import { numberText } from '../../../contract/texts/number-text.ts'
import type { UnreadList } from '../../services/http/unread-lists.ts'
import { AlertIcon } from '../parts/icons/alert-icon.tsx'
import './contact-notice.css'

type Words = readonly [one: string, many: string]

const condominium: Words = ['condomínio', 'condomínios']
const event: Words = ['evento', 'eventos']
const incident: Words = ['ocorrência', 'ocorrências']
const ofHandover: Words = ['item da passagem de turno', 'itens da passagem de turno']

/** Words for the items of each list, by the path of its route. */
const itemWords: Readonly<Record<string, Words>> = {
  '/auth/sessions': ['sessão sua', 'sessões suas'],
  '/users': ['pessoa', 'pessoas'],
  '/users/:id/history': ['alteração de uma pessoa', 'alterações de uma pessoa'],
  '/condominium': condominium,
  '/condominium/by-user': condominium,
  '/events/last-events': ['condomínio na lista de últimos eventos', 'condomínios na lista de últimos eventos'],
  '/events': event,
  '/events/:condominiumId': event,
  '/port-tests': ['teste de rede', 'testes de rede'],
  '/notifications/list': ['notificação', 'notificações'],
  '/incidents/open': incident,
  '/incidents': incident,
  '/incidents/:id': ['item de uma ocorrência', 'itens de uma ocorrência'],
  '/alarm-load': ['linha da carga de ocorrências', 'linhas da carga de ocorrências'],
  '/handovers/next': ofHandover,
  '/handovers/:id': ofHandover,
  '/on-duty': ['pessoa de plantão', 'pessoas de plantão'],
  '/wall-links': ['link do modo plantão', 'links do modo plantão'],
  '/wall': ['item do modo plantão', 'itens do modo plantão'],
  '/machine-tokens': ['acesso de máquina', 'acessos de máquinas'],
  '/event-kinds': ['tipo de evento', 'tipos de evento'],
  '/device': ['dispositivo', 'dispositivos'],
  '/api/health/device/:wordCode/timeline': [
    'item do histórico de um dispositivo',
    'itens do histórico de um dispositivo',
  ],
  '/api/health/stats': ['dispositivo na verificação de saúde', 'dispositivos na verificação de saúde'],
  '/device-audit': ['registro da auditoria', 'registros da auditoria'],
  '/rules': ['conjunto de regras', 'conjuntos de regras'],
  '/simulator/device/:wordCode': ['comando do simulador', 'comandos do simulador'],
}

const otherItem: Words = ['item', 'itens']

/** Names the lists with items that the panel cannot read, and the next steps (HTTP-7). */
export function UnreadNotice({ lists }: { lists: readonly UnreadList[] }) {
  const missing = countText(lists, 'missing')
  const known = countText(lists, 'known')
  return (
    <div className="contact-notice tone-warn">
      <AlertIcon />
      <p>
        <strong>O painel não conseguiu ler tudo o que o servidor enviou.</strong>{' '}
        {missing !== '' && `Fora das listas, das contagens e dos arquivos: ${missing}. `}
        {known !== '' && `Na lista como desconhecido: ${known}. `}
        Recarregue a página. Se continuar, avise o suporte do sistema e acompanhe no local o que falta.
      </p>
    </div>
  )
}

/** Returns '2 dispositivos, 1 pessoa'. Two answers of a list may have the same items, so the greater number counts. */
function countText(lists: readonly UnreadList[], kind: 'known' | 'missing'): string {
  const counts = new Map<Words, number>()
  for (const list of lists) {
    const words = itemWords[list.route] ?? otherItem
    counts.set(words, Math.max(list[kind], counts.get(words) ?? 0))
  }
  return [...counts]
    .filter(([, count]) => count > 0)
    .map(([[one, many], count]) => (count === 1 ? `1 ${one}` : `${numberText(count)} ${many}`))
    .join(', ')
}
