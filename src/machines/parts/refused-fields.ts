/** The server's texts for the fields of a form, also for an item of a list (`condominiumsId.3`); other names are ignored. */
export function refusedFields(
  names: readonly string[],
  fields: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const problems: Record<string, string> = {}
  for (const [path, text] of Object.entries(fields)) {
    const [name = ''] = path.split('.')
    if (names.includes(name)) problems[name] ??= text
  }
  return problems
}
