import pg from 'pg'

type Parameters = [query: unknown, values?: unknown, callback?: unknown]

/**
 * A connection that sends `begin` together with the first statement of its transaction: one way to the server and back
 * less for every write. What `begin` could answer but its success, a lost connection, the statement answers as well.
 */
export class PipelinedClient extends pg.Client {
  #begin: unknown

  constructor(config: pg.ClientConfig = {}) {
    super({ ...config, pipeline: true })
    const send = (...parameters: Parameters): unknown =>
      Reflect.apply(pg.Client.prototype.query, this, parameters)
    const query = (...parameters: Parameters): unknown => {
      const [first] = parameters
      if (isBegin(first)) {
        this.#begin = first
        return Promise.resolve()
      }
      const begin = this.#begin
      if (begin === undefined) return send(...parameters)
      this.#begin = undefined
      const { stream } = this.connection
      stream.cork()
      Promise.resolve(send(begin)).catch(() => undefined)
      const answer = send(...parameters)
      stream.uncork()
      return answer
    }
    this.query = query as typeof this.query
  }
}

const isBegin = (query: unknown): boolean =>
  typeof query === 'object' && query !== null && 'text' in query && /^begin\b/.test(String(query.text))
