const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** 'Agora', 'há 1 minuto', 'há N minutos', 'há 1 hora', 'há N horas', 'há 1 dia', 'há N dias' (spec §3, ACT-4). */
export function timeSince(at: Date, now: number): string {
  const passedMs = Math.max(0, now - at.getTime())
  if (passedMs < minuteMs) return 'Agora'
  if (passedMs < hourMs) return counted(passedMs / minuteMs, 'minuto')
  if (passedMs < dayMs) return counted(passedMs / hourMs, 'hora')
  return counted(passedMs / dayMs, 'dia')
}

function counted(amount: number, unit: string): string {
  const whole = Math.floor(amount)
  return `há ${whole} ${unit}${whole === 1 ? '' : 's'}`
}
