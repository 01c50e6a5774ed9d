import { expect } from 'vitest'
import type { Client, Row } from './app.ts'

/**
 * Writes all texts in one request, and expects each field to be stored as sent or rejected by name; after a rejection
 * the others are written again.
 * Secrets are never returned; `asStored` applies the server's normalisation.
 */
export async function writeTexts(
  client: Client,
  path: string,
  texts: Row,
  secrets: readonly string[] = [],
  asStored: (texts: Row) => Row = (each) => each,
): Promise<void> {
  const without = (fields: readonly string[], row: Row): Row =>
    Object.fromEntries(Object.entries(row).filter(([field]) => !fields.includes(field)))
  let left = texts
  for (;;) {
    const answer = await client.put(path, left)
    expect([200, 422], JSON.stringify(left).slice(0, 200)).toContain(answer.status)
    if (answer.status === 200) {
      const seen = asStored(without(secrets, left))
      expect(answer.body).toMatchObject(seen)
      expect((await client.get(path)).body).toMatchObject(seen)
      return
    }
    const before = Object.keys(left).length
    left = without(Object.keys(answer.body.errors ?? {}), left)
    expect(Object.keys(left).length, answer.text.slice(0, 500)).toBeLessThan(before)
  }
}
