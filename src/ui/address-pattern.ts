/** Matches the paths of an address, case-insensitively; each `:name` is one path segment. */
export function addressPattern(address: string): RegExp {
  return new RegExp(`^${address.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}/?$`, 'i')
}
