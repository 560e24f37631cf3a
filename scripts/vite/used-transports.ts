import type { Plugin } from 'vite'

const unused = 'webtransport: WT,'

/** Leaves WebTransport out of the Socket.IO client: the panel connects by WebSocket or polling only (SOC-1). */
export function usedTransports(): Plugin {
  return {
    name: 'guarita:used-transports',
    apply: 'build',
    transform: {
      filter: { id: /\/engine\.io-client\/build\/esm\/transports\/index\.js$/ },
      handler(code) {
        if (!code.includes(unused)) throw new Error('engine.io-client has another list of transports')
        return code.replace(unused, '')
      },
    },
  }
}
