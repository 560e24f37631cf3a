/** Matches the paths of an address, `:names` of which stand for one part each; upper case counts as lower case. */
export function addressPattern(address: string): RegExp {
  return new RegExp(`^${address.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}/?$`, 'i')
}
