import { rulesOf } from '../../backend/rules/rules-records.ts'
import type { Both } from './both.ts'

interface RuleChange {
  /** Day from which the rules are valid. */
  since: string
  /** Version of the program. */
  version: string
  /** `rulesHash` of the rules, as in the records of the kind `rules`; null for entries that are older than this history. */
  hash: string | null
  changes: readonly Both[]
}

/** SHA-256 of the rules of breaker, retry and incident in these sources (EVI-10), in hexadecimal digits. */
export function rulesHash(): string {
  return rulesOf({ version: '', commit: null }).hash
}

/**
 * Changes of the rules of breaker, retry and incident, the newest first. A change of a rule needs an entry (AUD-6): `npm run charts -- hash` prints
 * its hash, `npm run charts -- diff REVISION --failure` the difference.
 */
export const ruleHistory: readonly RuleChange[] = [
  {
    since: '2026-11-29',
    version: '0.3.0',
    hash: '0d059cf37cfcbc6252664b383d9c09c4d281eb94766b784fb706cca52353e6ac',
    changes: [
      {
        pt: 'A impressão digital das regras cobre também os dados com que uma proteção começa e a função que decide se uma chamada é repetida. As regras não mudam.',
        en: 'The fingerprint of the rules also covers the data with which a circuit begins and the function that decides whether a call is repeated. The rules do not change.',
      },
    ],
  },
  {
    since: '2026-11-28',
    version: '0.3.0',
    hash: '767656608b17b4831b7d86dec93e02ae321e5e92c7ba5be4f8d2052402f09ced',
    changes: [
      {
        pt: 'Um evento de um tipo do catálogo que chama começa uma ocorrência.',
        en: 'An event of a catalogued kind that calls begins an incident.',
      },
      {
        pt: 'Chamadas não enviadas e resultados que não contaram são registrados também quando a sessão termina; os resultados, também quando a página fica oculta.',
        en: 'Refused calls and ignored results are recorded also when the session ends; the results also when the page is hidden.',
      },
    ],
  },
  {
    since: '2026-11-28',
    version: '0.3.0',
    hash: '9086c5f185f719bbee3519c9ec0b7b3d2ef85988f6b838c5973507f0ec409c83',
    changes: [
      {
        pt: 'Uma pessoa pode escrever uma ocorrência: ela fica aberta até alguém encerrar, e o seu começo só avisa as pessoas se a gravidade é alta. As regras dos dispositivos não mudam.',
        en: 'A person may write down an incident: it stays open until a person closes it, and its beginning notifies people only at high gravity. The rules for devices do not change.',
      },
    ],
  },
  {
    since: '2026-11-28',
    version: '0.3.0',
    hash: '57e72d2cdf3e40ac07ab70b3551dc42d55bf32319aa3d3358be13a604601bc1b',
    changes: [
      {
        pt: 'Uma ocorrência que oscila termina na hora se o seu último dispositivo é desativado, excluído ou muda de endereço ou de condomínio. Antes, esperava até 15 min.',
        en: 'An oscillating incident ends at once if its last device is deactivated, deleted or given another address or condominium. Before, it waited up to 15 min.',
      },
    ],
  },
  {
    since: '2026-11-28',
    version: '0.3.0',
    hash: '5c1fa6cced1e8f8fad210f7c8a266c29058856f5af7bfd04c6995e2f3bd10cd7',
    changes: [
      {
        pt: 'Um isolamento termina na hora marcada, mesmo sem chamada, e o fim fica registrado. Antes, terminava com a primeira chamada depois da hora.',
        en: 'An isolation ends at its time, also without a call, and its end is recorded. Before, it ended with the first call after its time.',
      },
      {
        pt: 'Chamadas não enviadas são registradas também quando a página fica oculta ou é fechada.',
        en: 'Refused calls are recorded also when the page is hidden or closed.',
      },
    ],
  },
  {
    since: '2026-11-28',
    version: '0.3.0',
    hash: '9f7e984f3e15af88d3b56526e626458cf32546a943ee0cbeeead5ed1909a965a',
    changes: [
      {
        pt: 'Uma ocorrência que termina sem resposta guarda se o último dispositivo foi desativado, excluído ou mudou de endereço; se houve mais de um motivo, guarda que não houve resposta.',
        en: 'An incident that ends without an answer stores whether its last device was deactivated, deleted or given another address; for several of these reasons it stores that there was no answer.',
      },
    ],
  },
  {
    since: '2026-11-27',
    version: '0.3.0',
    hash: '1f63dc7554e37ee14572e0bbb955f731d6c98be1dac8b0f76f32bf73738e685b',
    changes: [
      {
        pt: 'Uma ocorrência passada a outra pessoa chama essa pessoa até que ela responda; quem rende outra pessoa na passagem de turno não precisa responder; outra pessoa pode ficar no lugar de quem está ausente.',
        en: 'An incident that is handed over calls its new owner until they answer; a person who relieves another at a change of shift need not answer; a person may take over from an absent owner.',
      },
      {
        pt: 'Uma ocorrência de dispositivos sem contato que termina sozinha guarda por quê: todos responderam, um dispositivo deixou de ser consultado, poucos restaram, ou ela passou a fazer parte de outra.',
        en: 'An incident of devices without contact that ends by itself stores why: all answered, a device is no longer checked, few were left, or it became part of another.',
      },
      {
        pt: 'A proteção decide sozinha, pelo seu estado, se uma chamada é enviada. Limites e tempos não mudaram.',
        en: 'The state of the protection alone decides whether a call is sent. Limits and times did not change.',
      },
    ],
  },
  {
    since: '2026-11-23',
    version: '0.1.0',
    hash: null,
    changes: [
      {
        pt: 'Uma pessoa pode isolar um dispositivo, com motivo e fim.',
        en: 'A person may isolate a device, with a reason and an end.',
      },
      { pt: 'Falhas formam ocorrências.', en: 'Failures form incidents.' },
    ],
  },
  {
    since: '2026-11-22',
    version: '0.1.0',
    hash: null,
    changes: [
      {
        pt: 'O painel faz sozinho o teste no fim de uma pausa, com a página visível.',
        en: 'The panel makes the trial at the end of a pause by itself, while its page is visible.',
      },
    ],
  },
]
