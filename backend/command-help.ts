import { program } from './program-name.js'

/** Text of `--help`: every flag and variable that `command-line.ts` reads (OPS-3). */
export const commandHelp = `Uso: ${program} start [opções]

Opções (uma opção vence a variável):
  --port N             GUARITA_PORT ou PORT          porta de rede; padrão 8080 ou a próxima livre
  --host ENDEREÇO      GUARITA_HOST                  onde atende; padrão 127.0.0.1 (só esta máquina)
  --seed NOME          GUARITA_SEED                  demo, large ou none: com que um banco vazio é preenchido
  --data PASTA         GUARITA_DATA                  onde ficam os dados; padrão .data
  --no-fsync           GUARITA_FSYNC=off             responde antes de o disco gravar: só para testes
  --help, -h           mostra isto
  --version            mostra a versão

Variáveis:
  DATABASE_URL               um PostgreSQL em vez da pasta (docs/postgresql.md)
  REDIS_URL                  leva os avisos entre instâncias, com DATABASE_URL
  GUARITA_TRUSTED_PROXIES    proxies em cuja palavra se confia: endereços, redes, loopback, linklocal, uniquelocal
  GUARITA_TRUST_PROXY        o mesmo, por outro nome
  GUARITA_EVIDENCE_KEY       arquivo PEM com a chave Ed25519 que assina os registros; padrão: uma feita junto dos dados
  GUARITA_EVIDENCE_ANCHOR    arquivo (em outro disco) ou endereço http que também guarda as cabeças assinadas
  GUARITA_EVIDENCE_TSA       endereço de uma autoridade de carimbo do tempo (RFC 3161) para as cabeças, uma por hora
  GUARITA_KEEP               dias que se guarda cada coisa, como events=90,notifications=90,changes=90,access=183,audit=1830
  GUARITA_DECLARED_RECORDS   registros que os painéis de uma pessoa podem entregar por dia; padrão 10000
  GUARITA_DECLARED_MB        o mesmo em megabytes; padrão 10
  GUARITA_CONFIG             arquivo JSON servido como /config.json
  GUARITA_CORS_ORIGINS       origens que podem chamar de outro endereço, como https://painel.exemplo.com.br
  GUARITA_SOCKET_NAMESPACES  espaços de Socket.IO além da raiz
  GUARITA_SOCKET_TRANSPORTS  websocket, polling
  GUARITA_GATE_EVENTS        off: os portões dos dados de demonstração não fazem eventos sozinhos
  GUARITA_SIMULATOR          on, off: simula os dispositivos em endereços 127.*; padrão: só com dados de demonstração
  GUARITA_DEVICE_TIMEOUT_MS  quanto um dispositivo pode demorar, de 100 a 80000; padrão 8000
  GUARITA_API_REFERENCE      off: não serve a descrição das chamadas (/openapi.json e /docs/api)
  CEP_URL                    serviço compatível com o ViaCEP
  GUARITA_DEMO_PASSWORD      senha das contas de demonstração
  GUARITA_LOG_LEVEL          silent, error, warn (padrão), info, debug
  GUARITA_LOG_FORMAT         json ou text; padrão: text em um terminal, senão json
  GUARITA_METRICS_TOKEN      quem o traz lê /metrics; sem ele a página não existe

Comandos (${program} COMANDO --help explica cada um): backup, clock, restore, migrate, move, networks, user, verify-audit.
Antes do uso de verdade: docs/before-real-use.md`
