import * as v from 'valibot'
import { panelConfig } from '../../../contract/wire/panel-config.ts'
import type { Log } from '../log/log.ts'
import { earlyAnswer } from '../page/early-answers.ts'

/** `/config.json` with its defaults filled in (CFG-1). */
export interface PanelConfig extends v.InferOutput<typeof panelConfig> {
  healthUrl: string
  /** An origin. */
  socketUrl: string
}

/** The configuration, or the name of the first key that is present but invalid. */
export type ConfigOutcome = { kind: 'valid'; config: PanelConfig } | { kind: 'invalid'; key: string }

/** Reads `/config.json`; if it is missing or unreadable, uses the defaults and logs one warning (CFG-1). */
export async function readPanelConfig(pageOrigin: string, log: Log): Promise<ConfigOutcome> {
  try {
    const response = await earlyAnswer('/config.json')
    if (!response.ok) throw new Error(`config.json: ${response.status}`)
    return checkPanelConfig(v.parse(v.record(v.string(), v.unknown()), await response.json()), pageOrigin)
  } catch (error) {
    log.warn('config.json ausente ou ilegível: valem os padrões.', error)
    return checkPanelConfig({}, pageOrigin)
  }
}

/** Validates a configuration and fills in its defaults; `pageOrigin` is the default of `socketUrl`. */
export function checkPanelConfig(candidate: Record<string, unknown>, pageOrigin: string): ConfigOutcome {
  const parsed = v.safeParse(panelConfig, candidate)
  if (!parsed.success) return { kind: 'invalid', key: v.getDotPath(parsed.issues[0]) ?? 'config.json' }
  const { apiUrl, healthUrl = apiUrl, socketUrl = pageOrigin } = parsed.output
  return {
    kind: 'valid',
    config: { ...parsed.output, healthUrl, socketUrl: new URL(socketUrl, pageOrigin).origin },
  }
}
