import type { BrowserContext } from '@playwright/test'

const ownHosts = new Set(['127.0.0.1', 'localhost'])
/** Chromium logs every 4xx response; tests assert how the product handles them. */
const refusedRequest = /^Failed to load resource: the server responded with a status of 4\d\d/

/** Records browser errors; the returned function returns those that no pattern tolerates. */
export function guard(context: BrowserContext): (tolerated: RegExp[]) => string[] {
  const faults: string[] = []
  context.on('console', (message) => {
    const isFault = message.type() === 'warning' || message.type() === 'error'
    if (isFault && !refusedRequest.test(message.text()))
      faults.push(`console ${message.type()}: ${message.text()}`)
  })
  context.on('weberror', (error) => faults.push(`uncaught: ${error.error().stack ?? error.error().message}`))
  context.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url())
    if (protocol.startsWith('http') && !ownHosts.has(hostname)) faults.push(`request to ${request.url()}`)
  })
  return (tolerated) => faults.filter((fault) => !tolerated.some((pattern) => pattern.test(fault)))
}
