import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { API_PATHS, entryOf, RESOURCES } from '../../../../src/domain/registry.ts'
import { type Row, testApp } from '../../../support/app.ts'
import { AWKWARD } from '../../../support/awkward-data.ts'
import { BODIES } from '../../../support/entities.ts'
import { categoryOf, create } from '../../../support/films.ts'
import { importClient } from '../../../support/imports.ts'
import { type SignedIn, signedIn } from '../../../support/people.ts'

const server = testApp({ keep: true })
let sa: SignedIn

/** The type of the categories to which contents of a path refer. */
const categoryTypeOf = (path: string): string | undefined => {
  const resource = RESOURCES.find((each) => API_PATHS[each] === path)
  return resource && entryOf(resource).references?.categories?.type
}

const AWKWARD_TEXTS: Row = {
  reference: '=1+1',
  actors: AWKWARD,
  mailOrigin: '',
  released: '1999-12-31',
  rating: 7.5,
  runtime: 0,
  descriptionEnglish: AWKWARD,
  status: false,
  children: true,
  isAdult: true,
}

const fits = (body: Row, name: string): boolean =>
  name in body || ['reference', 'actors', 'children', 'released', 'runtime', 'rating'].includes(name)

async function fill(path: string, body: Row): Promise<void> {
  const type = categoryTypeOf(path)
  const categories = []
  if (type !== undefined)
    for (const name of ['Acción, drama', 'Drama'])
      categories.push(
        (await create(sa, '/api/categories', categoryOf({ name: `${name} ${type}`, type })))._id,
      )
  const name = 'title' in body ? 'title' : 'name'
  const plain = { ...body, ...(type === undefined ? {} : { categories }) }
  const known = (await create(sa, path, plain))._id
  const record = (await sa.get(`${path}/${known}`)).body
  const awkward = Object.fromEntries(
    Object.entries(AWKWARD_TEXTS).filter(([field]) => field in record && fits(body, field)),
  )
  await create(sa, path, { ...plain, ...awkward, [name]: `-${AWKWARD} ${path}` })
  // With equal name and year, so that only the other columns identify it.
  if (path !== '/api/categories') await create(sa, path, plain)
}

beforeAll(async () => {
  sa = await signedIn(server, 'sa')
  for (const [path, body] of Object.entries(BODIES)) await fill(path, body)
  const guide = (await sa.get('/api/channel/guides?limit=1')).rows[0]
  const channel = { ...BODIES['/api/channels'], title: 'Con guía', number: 8 }
  await create(sa, '/api/channels', { ...channel, channelGuide: guide?._id, epgId: '+uno' })
})

describe.each(Object.keys(BODIES))('an export of %s', (path) => {
  const files = importClient(server, path, () => sa)

  test.each(['columns=all', 'columns=all&separator=,', ''])('(%s) imports without changes', async (query) => {
    await server.db.execute(sql`delete from tasks`)
    const { text } = await sa.get(`${path}/export?${query}`)
    const checked = await files.checked(text)
    const rows = (await files.rows(checked)).filter(({ verdict }) => verdict !== 'same')
    expect(rows).toEqual([])
    expect(checked).toMatchObject({ counts: { same: checked.total } })
    expect(Number(checked.total)).toBeGreaterThan(1)
  })
})
