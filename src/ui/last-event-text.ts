/** 'Último evento: há 3 minutos', or that there was none (CON-2, ACT-2). */
export function lastEventText(text: string): string {
  return `Último evento: ${text === '' ? 'Sem eventos' : text}`
}
