import { checkTimes } from '../../backend/health/check-times.ts'
import { breakerRules } from '../../contract/devices/breaker-rules.ts'
import { networkOperation } from '../../contract/devices/retry-policies.ts'
import { trialRules } from '../../src/machines/devices/due-trials.ts'
import { type ManualLanguage, spanText, wholeSeconds } from './both.ts'
import { table } from './markdown.ts'
import { worstTimes } from './worst-times.ts'

/** The tables of the longest times, and their example (AUD-5). */
export function worstTables(language: ManualLanguage): Record<'worstServer' | 'worstPanel' | 'example', string> {
  const { server, panel } = worstTimes
  const says = (pt: string, en: string) => (language === 'pt' ? pt : en)
  const time = (ms: number) =>
    ms === 0
      ? says('na hora', 'at once')
      : ms < 10_000
        ? spanText(Math.ceil(ms / 100) * 100, language)
        : wholeSeconds(ms, language)
  const row = (what: string, { refused, silent }: { refused: number; silent: number }) => [
    what,
    time(refused),
    time(silent),
  ]
  const both = (ms: number) => ({ refused: ms, silent: ms })
  const head = (first: string) => [
    first,
    says('recusa na hora', 'refuses at once'),
    says('nunca responde', 'never answers'),
  ]
  const { openTimeoutMs } = breakerRules
  const many = checkTimes.mostDevices.toLocaleString(says('pt-BR', 'en-US'))
  const failedAt = Date.UTC(2026, 10, 27, 2, 29, 32)
  const clock = (ms: number) => new Date(failedAt + ms).toISOString().slice(11, 19)
  return {
    worstServer: table(head(says('o servidor', 'the server')), [
      row(
        says(
          'da falha até ‘sem contato’, sem chamada de uma pessoa',
          'from the failure to ‘sem contato’, without a call of a person',
        ),
        server.alert,
      ),
      row(says(`o mesmo, com ${many} dispositivos`, `the same, with ${many} devices`), server.alertOfMany),
      row(
        says('da chamada de uma pessoa até ‘sem contato’', 'from a call of a person to ‘sem contato’'),
        server.alertByCall,
      ),
      row(
        says(
          'daí até a ocorrência que o servidor envia aos painéis conectados',
          'from there to the incident that the server sends to the connected panels',
        ),
        both(server.incident),
      ),
      row(
        says(
          'de ‘sem contato’ até o aviso de uma ocorrência nova, de um condomínio, que continua (com as outras falhas até ali)',
          'from ‘sem contato’ to the notification of a new incident of one condominium that still lasts (with the other failures until then)',
        ),
        both(server.notification),
      ),
      row(
        says(
          'da última mudança de um dispositivo que oscila até o aviso de que parou',
          'from the last change of an oscillating device to the notification that this has ended',
        ),
        both(server.oscillation),
      ),
      row(
        says(
          'da volta do dispositivo até ‘online’, sem chamada de uma pessoa',
          'from the return of the device to ‘online’, without a call of a person',
        ),
        server.recovery,
      ),
    ]),
    worstPanel: table(head(says('o painel', 'the panel')), [
      row(says('da chamada até a primeira falha', 'from the call to the first failure'), panel.firstFailure),
      row(
        says('o mesmo, se o próprio servidor nunca responde', 'the same, if the server itself never answers'),
        both(panel.firstFailure.noServer),
      ),
      row(
        says(
          `da chamada até o erro na tela: ${networkOperation.attempts} tentativas, ${networkOperation.attempts} falhas contadas, se antes nenhuma estava contada`,
          `from the call to the error on the screen: ${networkOperation.attempts} attempts, ${networkOperation.attempts} counted failures, if none was counted before`,
        ),
        panel.firstCall,
      ),
      row(
        says(
          `começo da pausa, se a pessoa chama de novo depois desse erro: na chamada nº ${panel.pauseAtCall}, e não na primeira; depois do começo dela`,
          `begin of the pause, if the person calls again after that error: in call no. ${panel.pauseAtCall}, not in the first one; after the begin of that call`,
        ),
        panel.pauseInCall,
      ),
      row(
        says(
          `da volta do dispositivo até o fim da pausa, com a página visível, rede e servidor que respondem, e no máximo ${trialRules.atOnce} dispositivos à espera de um teste`,
          `from the return of the device to the end of the pause, with a visible page, a network and server that answer, and at most ${trialRules.atOnce} devices that wait for a trial`,
        ),
        panel.recovery,
      ),
    ]),
    example: says(
      `Servidor e painel podem voltar em momentos diferentes. Exemplo: a última falha no painel é às ${clock(0)}, e a pausa vai até ${clock(openTimeoutMs)}. O servidor consulta o dispositivo às ${clock(checkTimes.everyMs)} e o vê online; até ${clock(openTimeoutMs)} o painel ainda não envia chamadas, só uma exclusão ou uma abertura. ‘Retomar agora’ encerra a pausa antes.`,
      `Server and panel may recover at different times. Example: the last failure in the panel is at ${clock(0)}, and the pause lasts until ${clock(openTimeoutMs)}. The server checks the device at ${clock(checkTimes.everyMs)} and finds it online; until ${clock(openTimeoutMs)} the panel still sends no calls, only a deletion or an opening. ‘Retomar agora’ ends the pause earlier.`,
    ),
  }
}
