import pg from 'pg'

type QueryParameters = [query: unknown, values?: unknown, callback?: unknown]

/**
 * A connection that sends what is asked for in one go as one: `begin` goes with the first statement of its transaction,
 * and `commit` with a last one that is not waited for. Nobody waits for `begin`: what it could answer but its success,
 * a lost connection, the statement answers as well.
 */
export class PipelinedClient extends pg.Client {
  constructor(config: pg.ClientConfig = {}) {
    super({ ...config, pipeline: true })
    const query = (...parameters: QueryParameters): unknown => {
      const { stream } = this.connection
      stream.cork()
      process.nextTick(() => stream.uncork())
      const answer = Reflect.apply(pg.Client.prototype.query, this, parameters)
      if (!isBegin(parameters[0])) return answer
      answer.catch(() => undefined)
      return Promise.resolve()
    }
    this.query = query as typeof this.query
  }
}

const isBegin = (query: unknown): boolean =>
  typeof query === 'object' && query !== null && 'text' in query && /^begin\b/.test(String(query.text))
