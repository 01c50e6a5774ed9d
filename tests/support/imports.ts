import { jobRuns } from '../../src/server/platform/database/schema/tasks.ts'
import type { Answer, Client, Row, TestApp } from './app.ts'
import { runJobs } from './jobs.ts'

const headers = { 'content-type': 'text/csv' }

/** Client for imports of one entity; jobs run immediately. */
export const importClient = (server: TestApp, path: string, client: () => Client) => {
  const upload = (file: string | Buffer, name = 'archivo.csv', query = ''): Promise<Answer> =>
    client().post(`${path}/imports?name=${encodeURIComponent(name)}${query}`, file, { headers })
  const read = async (id: unknown): Promise<Row> => (await client().get(`/api/imports/${id}`)).body
  /** Checks all rows, with the recognised mapping unless another is given. */
  const check = async (uploaded: Row, changes: Row = {}): Promise<Row> => {
    const columns = columnsOf(uploaded).map(({ field }) => field)
    const answer = await client().put(`/api/imports/${uploaded._id}/mapping`, { columns, ...changes })
    if (answer.status !== 202) throw new Error(`The check answered ${answer.status}: ${answer.text}`)
    await runJobs(server.context)
    const checked = await read(uploaded._id)
    if (checked.state === 'checking')
      throw new Error(`The check goes on: ${JSON.stringify(await server.db.select().from(jobRuns))}`)
    return checked
  }
  const apply = ({ _id, version }: Row, choice: Row = {}): Promise<Answer> =>
    client().post(`/api/imports/${_id}/apply`, { version, takeNew: true, ...choice })
  return {
    upload,
    /** Uploads a playlist, or names its source. */
    playlist: (source: string | Row, name = 'lista.m3u'): Promise<Answer> =>
      client().post(`${path}/imports/playlist?name=${encodeURIComponent(name)}`, source, {
        ...(typeof source === 'string' && { headers: { 'content-type': 'audio/x-mpegurl' } }),
      }),
    read,
    check,
    apply,
    /** Uploads a file and checks its rows. */
    async checked(file: string | Buffer, query = ''): Promise<Row> {
      const { status, body, text } = await upload(file, 'archivo.csv', query)
      if (status !== 201) throw new Error(`The upload answered ${status}: ${text}`)
      return check(body)
    },
    async applied(checked: Row, choice: Row = {}): Promise<Row> {
      const { status, text } = await apply(checked, choice)
      if (status !== 202) throw new Error(`The import answered ${status}: ${text}`)
      await runJobs(server.context)
      return read(checked._id)
    },
    rows: async ({ _id }: Row, query = ''): Promise<Row[]> =>
      (await client().get(`/api/imports/${_id}/rows${query}`)).rows,
    async undone(batch: unknown): Promise<Row> {
      const started = await client().post(`/api/batches/${batch}/undo`)
      if (started.status !== 202) throw new Error(`Undoing answered ${started.status}: ${started.text}`)
      await runJobs(server.context)
      return (await client().get(`/api/batches/${started.body.batch}`)).body
    },
  }
}

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null

export const columnsOf = ({ columns }: Row): Row[] => (Array.isArray(columns) ? columns.filter(isRow) : [])
