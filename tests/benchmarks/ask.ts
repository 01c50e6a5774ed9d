import { Agent, request } from 'node:http'

/** One connection that stays open, as a browser's does. */
export const agent = new Agent({ keepAlive: true, maxSockets: 1 })

/** Asks the server and reads the whole answer; fails on anything but success. */
export function ask(url: string, token: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { agent, headers: { authorization: `Bearer ${token}` } }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk) => chunks.push(chunk))
      answer.on('end', () => {
        const body = Buffer.concat(chunks).toString()
        if (answer.statusCode === 200) resolve(body)
        else reject(new Error(`${url}: ${answer.statusCode} ${body}`))
      })
    })
    asked.on('error', reject).end()
  })
}

/** Signs somebody in and gives the token. */
export async function signIn(server: string, name: string, password: string): Promise<string> {
  const answer = await fetch(`${server}/auth/local`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name, password }),
  })
  const body: unknown = await answer.json()
  if (typeof body !== 'object' || body === null || !('token' in body)) throw new Error(`No token for ${name}`)
  return String(body.token)
}
