import { Agent, request } from 'node:http'

/** One keep-alive connection, as in a browser. */
export const agent = new Agent({ keepAlive: true, maxSockets: 1 })

export interface Sending {
  method?: 'GET' | 'POST' | 'PUT'
  token?: string
  body?: object
  headers?: Record<string, string>
  agent?: Agent
}

/** Sends a request and reads the whole response; throws unless it succeeds. */
export function send(url: string, { method = 'GET', token, body, headers, ...sending }: Sending) {
  return new Promise<string>((resolve, reject) => {
    const sent = body && JSON.stringify(body)
    const asked = request(
      url,
      {
        method,
        agent: sending.agent ?? agent,
        headers: {
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(sent === undefined
            ? {}
            : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(sent) }),
          ...headers,
        },
      },
      (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk) => chunks.push(chunk))
        answer.on('end', () => {
          const text = Buffer.concat(chunks).toString()
          const status = answer.statusCode ?? 0
          if (status >= 200 && status < 300) resolve(text)
          else reject(new Error(`${method} ${url}: ${status} ${text}`))
        })
      },
    )
    asked.on('error', reject).end(sent)
  })
}

export const ask = (url: string, token: string): Promise<string> => send(url, { token })

/** A text of the response's JSON object. */
export function textIn(body: string, name: string): string {
  const value: unknown = JSON.parse(body)
  if (typeof value !== 'object' || value === null || !(name in value))
    throw new Error(`No ${name} in ${body.slice(0, 200)}`)
  return String(Object.entries(value).find(([each]) => each === name)?.[1])
}

/** Signs in and returns the token. */
export const signIn = async (server: string, name: string, password: string): Promise<string> =>
  textIn(await send(`${server}/auth/local`, { method: 'POST', body: { name, password } }), 'token')
