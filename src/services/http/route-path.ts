/** Fills the `:name` parameters of a path, each encoded as one segment. */
export function filledPath(path: string, params: Readonly<Record<string, string>>): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}

/** Whether an id can be a path segment: '', '.' and '..' change the path, even if encoded. */
export function isAddressable(id: string): boolean {
  return !/^\.{0,2}$/.test(id)
}

export function isPathOf({ path }: { path: string }, filled: string): boolean {
  return new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`).test(filled)
}
