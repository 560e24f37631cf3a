export function lines(...blocks: string[]): string {
  return `${blocks.map((block) => block.trimEnd()).join('\n\n')}\n`
}

export function heading(level: 1 | 2 | 3, text: string): string {
  return `${'#'.repeat(level)} ${text}`
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const row = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n')
}

export function bullets(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join('\n')
}

export function code(text: string): string {
  return `\`${text}\``
}

export function fence(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``
}
