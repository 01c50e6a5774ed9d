import { Agent, request } from 'node:http'

/** One keep-alive connection, as in a browser. */
export const agent = new Agent({ keepAlive: true, maxSockets: 1 })

/** Sends a request and reads the whole response; throws unless it succeeds. */
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

/** Signs in and returns the token. */
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
