import type dns from 'node:dns'

type Names = Readonly<Record<string, string[]>>

/** A fake DNS with one answer per look-up; only this form of the call is used. */
export const namesInTurn = (...answers: Names[]): typeof dns.lookup => {
  let calls = 0
  const lookup = (
    host: string,
    _options: unknown,
    done: (error: Error | null, found: dns.LookupAddress[]) => void,
  ) => {
    const addresses = answers[Math.min(calls++, answers.length - 1)]?.[host] ?? []
    const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    setImmediate(() => done(found.length === 0 ? new Error('ENOTFOUND') : null, found))
  }
  return lookup as typeof dns.lookup
}
