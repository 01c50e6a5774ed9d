import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { importRows, imports } from '../../../../src/server/platform/database/schema/imports.ts'
import { testApp } from '../../../support/app.ts'
import { columnsOf, importClient } from '../../../support/imports.ts'
import { runJobs } from '../../../support/jobs.ts'
import { people } from '../../../support/people.ts'
import { costlySteps } from '../../../support/plans.ts'

const server = testApp({ keep: true, own: true })

const ROWS = 20_000
const AGENTS = 2_000

/** Customers of all agents of the file, who come after them. */
const file = (): string => {
  const customers = Array.from(
    { length: ROWS - AGENTS },
    (_, n) => `cliente${n},secreta,,agente${n % AGENTS}`,
  )
  const agents = Array.from({ length: AGENTS }, (_, n) => `agente${n},clave-larga-9,agent,`)
  return ['username,password,perfil,agente', ...customers, ...agents].join('\n')
}

const costlyInChunk = () =>
  costlySteps(server.database.url, 'import_rows', async () => {
    expect(await runJobs(server.context, 1)).toBe(1)
  })

test('a chunk of a check or of the writing reads its rows, those of their keys and the resellers that they name', async () => {
  const { admin } = await people(server)
  const { body } = await importClient(server, '/api/users', () => admin).upload(file())
  const columns = columnsOf(body).map(({ field }) => field)
  expect((await admin.put(`/api/imports/${body._id}/mapping`, { columns })).status).toBe(202)
  await server.db.execute(sql`analyze import_rows`)
  await runJobs(server.context, 1)
  // As if half of the rows were checked.
  await server.db.execute(sql`
    update ${importRows} set verdict = 'new', key = ${importRows.cells} ->> 0 where row <= ${ROWS / 2}`)
  await server.db.execute(sql`update ${imports} set done = ${ROWS / 2}`)
  expect(await costlyInChunk()).toEqual([])
  const left = sql`select count(*)::int as left from ${importRows} where verdict is null`
  expect((await server.db.execute(left)).rows).toEqual([{ left: ROWS / 2 - 99 }])

  // As if all were checked and prepared, and the agents were written.
  await server.db.execute(sql`
    update ${importRows} set verdict = 'new', fields = '{}', prepared = '{}' where verdict is null`)
  await server.db.execute(sql`
    update ${importRows} set verdict = 'same', prepared = '{}' where rank is not null`)
  await server.db.execute(sql`
    update ${imports} set state = 'applying', done = ${ROWS + 1}, choice = '{"takeNew": false, "fields": [], "rows": []}'`)
  expect(await runJobs(server.context, 1)).toBe(1)
  expect(await costlyInChunk()).toEqual([])
})
