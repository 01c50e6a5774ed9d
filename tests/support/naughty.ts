import { expect } from 'vitest'
import type { Client, Row } from './app.ts'

/**
 * Writes these texts at once; every field comes back as it was sent, or the server says by its name what is wrong with
 * it: then the others are taken without it.
 */
export async function writeTexts(client: Client, path: string, texts: Row): Promise<void> {
  let left = texts
  for (;;) {
    const answer = await client.put(path, left)
    expect([200, 422], JSON.stringify(left).slice(0, 200)).toContain(answer.status)
    if (answer.status === 200) {
      expect(answer.body).toMatchObject(left)
      expect((await client.get(path)).body).toMatchObject(left)
      return
    }
    const refused = new Set(Object.keys(answer.body.errors ?? {}))
    const before = Object.keys(left).length
    left = Object.fromEntries(Object.entries(left).filter(([field]) => !refused.has(field)))
    expect(Object.keys(left).length, answer.text.slice(0, 500)).toBeLessThan(before)
  }
}
