import type { Texts } from './texts.ts'

export const portuguese: Texts = {
  language: 'pt-BR',
  title: 'Quando um dispositivo falha',
  promise:
    'O painel não insiste com um dispositivo que não responde: depois de cinco falhas seguidas para de chamá-lo, avisa e tenta de novo após dois minutos. Nunca mostra como funcionando um dispositivo de que não tem notícia. E cada passo de uma queda, e cada intervenção de uma pessoa, é um registro que pode ser apresentado depois.',
  other: 'English: [device-failure.md](device-failure.md)',
  made: 'Este documento é gerado a partir das próprias máquinas em execução, com `npm run docs`; um teste falha quando ele fica desatualizado. Os tempos estão em minutos:segundos.',
  failure: {
    title: 'O que conta como falha',
    text: 'O painel alcança um dispositivo por meio do serviço de controle de dispositivos. É a resposta desse serviço que decide se a falha é atribuída ao dispositivo. Uma chamada espera até 90 s.',
    head: ['resposta do serviço', 'o que significa', 'conta contra o dispositivo', 'tenta de novo'],
    kinds: {
      answered: 'sucesso: as falhas anteriores são esquecidas',
      rejected: 'o serviço funciona e diz não',
      failed: 'falha',
      unauthorized: 'a sessão terminou; nada diz sobre o dispositivo',
    },
    after:
      'Chamadas canceladas por uma pessoa e chamadas feitas com o navegador sem rede não contam; os dispositivos aparecem então como desconhecidos.',
  },
  outcomes: { timeout: 'nenhuma em 90 s', noResponse: 'sem resposta alguma' },
  states: {
    title: 'Os três estados de um circuito',
    head: ['estado', 'significado'],
    names: {
      CLOSED: 'Fechado: toda chamada passa. As falhas seguidas são contadas; um sucesso zera a contagem.',
      OPEN: 'Aberto: o dispositivo é considerado indisponível. As chamadas são recusadas na hora, sem chegar a ele, até dois minutos depois da última falha.',
      'HALF_OPEN.trying': 'Meio aberto, em teste: uma chamada passou e decide. As outras são recusadas enquanto isso.',
      'HALF_OPEN.free':
        'Meio aberto, vaga livre: o teste nada disse sobre o dispositivo (cancelado, 4xx). A próxima chamada é outro teste.',
    },
  },
  diagram: { title: 'O diagrama' },
  table: {
    title: 'Cada evento em cada estado',
    text: 'Cada célula é a resposta da máquina real àquele evento. "Atrasado" é o resultado de uma chamada que começou antes de o circuito estar como está: nunca muda o estado (CB-7). Em CLOSED, a máquina está com 4 falhas.',
    event: 'evento',
    happenings: {
      askedEarly: 'uma chamada pede passagem antes do fim do prazo',
      askedInTime: 'uma chamada pede passagem no fim do prazo',
      succeeds: 'uma chamada tem sucesso',
      succeedsLate: 'uma chamada tem sucesso, atrasada',
      fails: 'uma chamada falha',
      failsLate: 'uma chamada falha, atrasada',
      saysNothing: 'uma chamada termina e nada diz (4xx, cancelada, sem rede)',
      saysNothingLate: 'o mesmo, atrasada',
      refusals: 'chamadas recusadas são informadas (3)',
      reset: 'uma pessoa redefine o circuito',
      deleted: 'o dispositivo é excluído',
    },
    letThrough: 'passa',
    refused: 'recusada',
    ignored: 'ignorado',
    moved: {
      lastFailureTime: 'os dois minutos recomeçam',
      trial: 'novo teste',
      refused: 'o número é guardado',
    },
    count: (before, after) => `falhas ${before} → ${after}`,
    cause: 'registrado como',
  },
  constants: {
    title: 'Constantes',
    head: ['o quê', 'valor', 'origem'],
    names: {
      threshold: 'falhas seguidas que abrem o circuito',
      openTimeout: 'por quanto tempo após a última falha um circuito aberto recusa',
      halfOpen: 'por quanto tempo um teste sem resultado mantém a vaga',
      deviceTimeout: 'prazo de uma chamada',
      networkOperation: 'NETWORK_OPERATION: tentativas, base, fator, máximo, variação aleatória até',
      quickRetry: 'QUICK_RETRY: tentativas, base, fator, máximo, variação aleatória até',
      deletion: 'exclusão: tentativas de cada uma das duas primeiras formas, pausa',
      kept: 'por quanto tempo os registros de auditoria ficam no navegador',
      delivery: 'pausa após uma entrega que falhou, primeira e mais longa',
    },
  },
  timelines: {
    title: 'Linhas do tempo',
    text: 'Contadas pelas máquinas reais, com um relógio simulado.',
    head: ['tempo', 'o que acontece', 'circuito', 'falhas', 'próxima chamada a partir de'],
    stories: {
      threshold: 'A quarta e a quinta falha',
      uncounted: 'O que não conta',
      openTimeout: 'Um milissegundo antes de dois minutos, e dois minutos',
      trialFails: 'Um teste que falha',
      trialOverdue: 'Um teste sem resultado, aos 29,999 s e aos 30 s',
      late: 'Resultados de chamadas que começaram antes de o circuito abrir',
      reset: 'Uma pessoa redefine um circuito aberto',
    },
    steps: {
      fails: 'uma chamada falha',
      succeeds: 'uma chamada tem sucesso',
      rejected: 'o serviço responde 404',
      offline: 'uma chamada falha com o navegador sem rede',
      cancelled: 'uma pessoa cancela uma chamada',
      letThrough: 'uma chamada passa',
      refused: 'uma chamada é recusada',
      firstTrialFails: 'o primeiro teste falha: não é o atual, nada muda',
      earlierFails: 'uma chamada anterior falha',
      earlierSucceeds: 'uma chamada anterior tem sucesso: ignorada',
      reset: 'uma pessoa redefine o circuito',
    },
  },
  retry: {
    title: 'Novas tentativas',
    text: 'A repetição fica por fora, o circuito por dentro: cada tentativa pede passagem ao circuito e cada falha conta. Uma recusa não é repetida; a falha que abre o circuito encerra a repetição. Momentos das tentativas de uma chamada que sempre falha, com o menor e o maior atraso aleatório:',
    head: ['tentativa', 'mais cedo', 'mais tarde'],
    asked: (seconds) => `quando o serviço pede ${seconds} (Retry-After)`,
    policies: {
      networkOperation: 'NETWORK_OPERATION (chamadas a dispositivos)',
      quickRetry: 'QUICK_RETRY (consultas de saúde)',
    },
  },
  deletion: {
    title: 'Exclusão de um dispositivo',
    text: 'Três formas, nesta ordem. Nem a política de repetição nem o circuito participam: serve justamente para excluir um dispositivo morto, e os resultados não contam. Quando toda tentativa termina com 504:',
    head: ['em', 'forma', 'o que faz', 'o que deixa para trás'],
    ways: {
      device: { does: 'avisa o dispositivo e depois o remove', leaves: 'nada' },
      pool: {
        does: 'retira-o do conjunto de conexões e dos cadastros, sem avisá-lo',
        leaves: 'o próprio dispositivo, que ainda acredita pertencer a este lugar',
      },
      database: { does: 'remove apenas o cadastro', leaves: 'o dispositivo e uma conexão aberta, se houver' },
    },
    ends: 'A que leva a primeira resposta:',
    endsHead: ['resposta à primeira tentativa', 'fim'],
    endNames: {
      deleted: 'excluído: deixou de existir, ou já não existia',
      refused: 'a sequência termina: outra forma também seria recusada',
      failed: 'seguem as outras tentativas e formas; se todas terminarem assim, o último erro é mostrado',
    },
  },
  errors: {
    title: 'Erros que quem chama recebe',
    text: 'Todos trazem `wordCode`, `attempts` (as recusadas não contam) e `retryAt`. Os textos são os que uma pessoa lê; quando o serviço envia um texto próprio, é ele que aparece.',
    head: ['situação', 'classe', 'texto', 'campos'],
  },
  audit: {
    title: 'Registros de auditoria',
    text: 'Cada transição de um circuito, cada redefinição feita por uma pessoa, com autor e motivo, cada tentativa de uma exclusão e, uma vez por período de recusas, o número delas. Sem nomes de moradores, sem tokens, sem textos de servidores: `lastError` é um código.',
    head: ['campo', 'significado'],
    fields: [
      [
        'id, sequence',
        'criados no navegador: um UUID pelo qual o servidor reconhece o que já tem, e um número que cresce dentro de um navegador',
      ],
      ['at', 'quando aconteceu, pelo relógio do computador da guarita'],
      ['wordCode, condominiumId', 'o dispositivo e onde ele está'],
      ['userId', 'quem estava conectado'],
      [
        'kind',
        'transition (transição), refusals (recusas), reset (redefinição) ou delete-step (tentativa de exclusão)',
      ],
      [
        'from, to, cause',
        'estados e motivo de uma mudança: threshold (limite), elapsed (prazo), trial-succeeded (teste com sucesso), trial-failed (teste com falha), manual (pessoa), delete (exclusão)',
      ],
      ['reason', 'as palavras da pessoa em uma redefinição; a forma e a tentativa em uma exclusão'],
      [
        'failureCount, refused, lastError, retryAt',
        'falhas seguidas, número de chamadas recusadas, código da última falha, a partir de quando a próxima chamada passa',
      ],
      ['panelVersion', 'que painel o escreveu'],
    ],
    examples:
      'Um de cada tipo, como as máquinas o relatam (o armazenamento acrescenta id, sequência, usuário e versão):',
  },
  outbox: {
    title: 'Como um registro chega ao servidor',
    text: [
      'Primeiro é gravado no IndexedDB do navegador e fica ali por 90 dias, entregue ou não. A partir daí, recarregar a página, encerrar a aba à força ou passar uma semana sem rede não perde nada.',
      'Depois é entregue com o token do usuário a quem pertence. Enviado duas vezes, é guardado uma só: o servidor conhece o seu id. Uma entrega que falha é repetida após uma pausa que dobra, e na hora em que a rede volta.',
      'Registros que o servidor nunca vai aceitar (400, 403, 404, 409, 413, 422) ficam no navegador e não seguram os outros.',
      'Quando o navegador recusa o armazenamento, o usuário é avisado uma vez; os registros passam a durar o mesmo que a página, e continuam sendo entregues.',
    ],
  },
  tabs: {
    title: 'Onde vive um circuito, e dois operadores',
    text: [
      'Um circuito pertence a uma aba do navegador. Fica no armazenamento da sessão da aba, e por isso F5 durante uma queda não desfaz a proteção; ele se vai com a aba e com uma nova versão do painel, que esvazia o que a anterior guardou.',
      'Dois operadores que olham o mesmo dispositivo têm cada um o seu circuito: um pode vê-lo aberto e o outro ainda fechado. Cada aba para de chamar um dispositivo morto depois da sua própria quinta falha.',
      'Uma redefinição fecha o circuito daquela aba e zera a contagem que o servidor mantém. Não fecha o do outro operador; as duas redefinições constam da auditoria com os seus autores.',
      'O servidor mantém uma visão própria, feita dos seus próprios contatos. Ela nada recusa; a página do dispositivo a mostra ao lado do circuito da aba.',
    ],
  },
  tests: {
    title: 'Que testes o comprovam',
    text: 'Cada transição e os dois lados de cada condição são alcançados por caminhos gerados de modelos; um caminho que falte reprova os testes.',
    head: ['arquivo', 'o que comprova'],
    files: [
      [
        'tests/models/breaker.test.ts',
        'cada transição e condição do circuito, com os milissegundos exatos dos dois prazos',
      ],
      ['tests/models/retry.test.ts', 'cada transição da repetição, atrasos, cancelamento'],
      ['tests/models/device-delete.test.ts', 'cada resultado de cada forma de exclusão'],
      [
        'tests/machines/device-rules.test.ts',
        'chamadas aleatórias, resultados em qualquer ordem, redefinições e saltos do relógio diante das regras',
      ],
      ['tests/machines/device-calls.test.ts', 'os erros e o que conta'],
      [
        'tests/services/audit-store.test.ts',
        'registros gravados sobrevivem a um encerramento à força, nenhum em dobro, 90 dias',
      ],
      ['tests/services/backend/idempotency.test.ts', 'um comando repetido age uma só vez no dispositivo'],
      [
        'tests/e2e/device-walk.test.ts',
        'uma queda inteira em um navegador, e cada passo dela na página, nos arquivos e no banco de dados',
      ],
      [
        'tests/e2e/device-faults.test.ts',
        'dispositivos que recusam, travam, demoram ou respondem lixo; um servidor que morre; duas abas',
      ],
    ],
  },
}
