import diagnostics from 'node:diagnostics_channel'

interface Hooked {
  addHook(name: 'onRoute', hook: (route: { method: string | string[]; url: string }) => void): void
}

const isHooked = (value: unknown): value is Hooked =>
  typeof value === 'object' && value !== null && 'addHook' in value

/** Collects the endpoints of all applications built until `stop`, also undocumented ones. */
export const collectEndpoints = (): { found: ReadonlySet<string>; stop: () => void } => {
  const found = new Set<string>()
  const listen = (message: unknown) => {
    if (typeof message !== 'object' || message === null || !('fastify' in message)) return
    if (!isHooked(message.fastify)) return
    message.fastify.addHook('onRoute', ({ method, url }) => {
      for (const each of [method].flat()) found.add(`${each} ${url}`)
    })
  }
  const channel = 'fastify.initialization'
  diagnostics.subscribe(channel, listen)
  return { found, stop: () => diagnostics.unsubscribe(channel, listen) }
}
