import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { BATCH_MESSAGES } from '../../../../src/domain/batches/batch.ts'
import { fileLimits, IMPORT_MESSAGES, MAX_COLUMNS } from '../../../../src/domain/imports/import.ts'
import { auditEntries } from '../../../../src/server/platform/database/schema/audit.ts'
import { movies } from '../../../../src/server/platform/database/schema/contents.ts'
import { importRows, imports } from '../../../../src/server/platform/database/schema/imports.ts'
import { importCleanUp } from '../../../../src/server/platform/imports/imports.ts'
import { testApp } from '../../../support/app.ts'
import { categoryOf, create, filmOf } from '../../../support/films.ts'
import { columnsOf, importClient } from '../../../support/imports.ts'
import { runJobs } from '../../../support/jobs.ts'
import { type SignedIn, signedIn, signedInWith } from '../../../support/people.ts'
import { createEpisode, seriesOf } from '../../../support/series.ts'

const server = testApp()
let sa: SignedIn
const files = importClient(server, '/api/movies', () => sa)

beforeEach(async () => {
  sa = await signedIn(server, 'sa')
})

afterEach(() => server.db.execute(sql`delete from tasks`))

const HEAD =
  'Título;Año;Clasificación;Géneros;Sinopsis;Sinopsis en Inglés;Imagen del covert;Imagen del fondo;Trailer;Enlaces;Calidad;Audio;Categorías;Niños;Referencia'
const line = (title: string, year: number | string = 2001, reference = '') =>
  [
    title,
    year,
    'R',
    'Drama, Suspenso',
    'Una historia.',
    'A story.',
    'https://img.example/c.jpg',
    'https://img.example/f.jpg',
    'https://video.example/t.mp4',
    'https://cdn.example/uno.mp4',
    'HD',
    'Español',
    'Estrenos',
    'Sí',
    reference,
  ].join(';')
const csv = (...lines: string[]): string => [HEAD, ...lines].join('\r\n')

const films = () => server.db.select().from(movies).orderBy(movies.title)

describe('a file of films', () => {
  test('is checked row by row, and the chosen rows are written in one batch that can be undone', async () => {
    const category = await create(sa, '/api/categories', categoryOf())
    const alpha = await create(sa, '/api/movies', filmOf({ title: 'Alfa', year: 2001, reference: 'Caja 1' }))
    const uploaded = await files.upload(
      csv(line('Alfa', 2001, 'Caja 2'), line('Beta'), line('Gama', 'mil'), line('beta', 2001)),
      'películas.csv',
    )
    expect(uploaded).toMatchObject({
      status: 201,
      body: { name: 'películas.csv', state: 'mapping', total: 4 },
    })
    expect(columnsOf(uploaded.body).map(({ field }) => field)).toEqual([
      ...['title', 'year', 'rated', 'genres', 'synopsis', 'synopsisEng', 'covertImage', 'fullImage'],
      ...['trailer', 'content', 'quality', 'audio', 'categories', 'children', 'reference'],
    ])

    const checked = await files.check(uploaded.body)
    expect(checked).toMatchObject({
      state: 'checked',
      done: 4,
      counts: { new: 1, changed: 1, same: 0, duplicate: 1, refused: 1 },
    })
    const rows = await files.rows(checked)
    expect(rows).toMatchObject([
      { row: 2, verdict: 'changed', title: 'Alfa', record: alpha._id },
      { row: 3, verdict: 'new', title: 'Beta', record: null, errors: [] },
      {
        row: 4,
        verdict: 'refused',
        title: 'Gama',
        errors: [{ field: 'year', message: 'Debe digitar el año: la fila dice «mil».' }],
      },
      { row: 5, verdict: 'duplicate', errors: [{ field: '', message: IMPORT_MESSAGES.repeated(3) }] },
    ])
    expect(rows[0]?.changes).toContainEqual({ field: 'reference', before: 'Caja 1', after: 'Caja 2' })
    expect(rows[0]?.changes).toContainEqual({ field: 'categories', before: '', after: 'Estrenos' })
    expect(await files.rows(checked, '?verdict=new')).toHaveLength(1)
    expect(await films()).toHaveLength(1)

    const done = await files.applied(checked, { fields: ['reference'] })
    expect(done).toMatchObject({ state: 'done', created: 1, changed: 1, batch: expect.any(String) })
    const [one, two] = await films()
    expect(one).toMatchObject({ title: 'Alfa', reference: 'Caja 2', categories: [], children: false })
    expect(two).toMatchObject({
      title: 'Beta',
      year: 2001,
      genres: ['Drama', 'Suspenso'],
      categories: [category._id],
      children: true,
      content: [{ link: 'https://cdn.example/uno.mp4', linkType: 'E', quality: 'HD', audio: ['ESP'] }],
    })
    const events = await server.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.batch, String(done.batch)))
    expect(events.map(({ action }) => action).sort()).toEqual(['create', 'import', 'update'])
    expect((await server.db.select().from(importRows)).map(({ row }) => row).sort()).toEqual([4, 5])

    const history = await sa.get('/api/movies/imports')
    expect(history.rows).toMatchObject([
      { batch: done.batch, name: 'películas.csv', created: 1, changed: 1, isUndone: false, canUndo: true },
    ])
    expect(await files.undone(done.batch)).toMatchObject({ state: 'done', changed: 2, refused: [] })
    expect(await films()).toMatchObject([{ title: 'Alfa', reference: 'Caja 1' }])
    expect((await sa.get('/api/movies/trash')).rows).toMatchObject([{ title: 'Beta' }])
    expect((await sa.get('/api/movies/imports')).rows).toMatchObject([{ isUndone: true, canUndo: false }])
  })

  test('shows the values that new records will have, and the original text where it differs', async () => {
    await create(sa, '/api/categories', categoryOf())
    const [row] = await files.rows(await files.checked(csv(line('Beta', '2001'))))
    expect(row).toMatchObject({
      values: expect.arrayContaining([
        { field: 'year', text: '2001', original: '' },
        { field: 'genres', text: 'Drama, Suspenso', original: '' },
        { field: 'categories', text: 'Estrenos', original: '' },
        { field: 'children', text: 'Sí', original: '' },
        { field: 'content', text: 'https://cdn.example/uno.mp4 (HD, ESP)', original: '' },
      ]),
    })
    const dated = `${HEAD};Fecha de estreno`
    const [other] = await files.rows(await files.checked(`${dated}\n${line('Beta', '2001')};2001-03-04`))
    expect(other).toMatchObject({
      values: expect.arrayContaining([{ field: 'released', text: '04/03/2001', original: '2001-03-04' }]),
    })
  })

  test('undoing skips records edited since', async () => {
    const done = await files.applied(
      await files.checked(csv(line('Beta').replace('Estrenos', ''), line('Gama').replace('Estrenos', ''))),
    )
    const [beta] = await films()
    await sa.put(`/api/movies/${beta?._id}`, { reference: 'Mía' })

    expect(await files.undone(done.batch)).toMatchObject({ changed: 1, refusedCount: 1 })
    expect(await films()).toMatchObject([{ title: 'Beta', reference: 'Mía' }])
  })

  test('applies quality and audio chosen for the file to rows without them', async () => {
    const [head, row] = [HEAD, line('Beta').replace('Estrenos', '')].map((each) =>
      each
        .split(';')
        .filter((_, index) => index !== 10 && index !== 11)
        .join(';'),
    )
    const checked = await files.checked(`${head}\n${row}`)
    expect(await files.rows(checked)).toMatchObject([
      {
        verdict: 'refused',
        errors: [
          {
            field: 'quality',
            message: 'Debe seleccionar la calidad: elija su columna, o un valor para todo el archivo.',
          },
          { field: 'audio' },
        ],
      },
    ])
    const again = await files.check(checked, { options: { quality: '4K', audio: ['ING'] } })
    expect(again).toMatchObject({ counts: { new: 1 }, options: { quality: '4K', audio: ['ING'] } })
    await files.applied(again)
    expect(await films()).toMatchObject([{ content: [{ quality: '4K', audio: ['ING'] }] }])
  })

  test('rejects unknown options by name', async () => {
    const { body } = await files.upload(csv(line('Beta')))
    const columns = columnsOf(body).map(({ field }) => field)
    const refused = async (options: unknown) =>
      (await sa.put(`/api/imports/${body._id}/mapping`, { columns, options })).body.errors
    expect(await refused({ calidad: 'HD', otra: 1 })).toEqual({
      'options.calidad': { message: 'El campo no existe o no se puede modificar.' },
      'options.otra': { message: 'El campo no existe o no se puede modificar.' },
    })
    expect(await refused({ quality: 'VHS', dayOrder: 'AA/MM' })).toEqual({
      'options.quality': { message: 'Debe seleccionar la calidad' },
      'options.dayOrder': { message: 'El orden de las fechas debe ser DD/MM o MM/DD.' },
    })
    expect(await files.read(body._id)).toMatchObject({ state: 'mapping', options: {} })
    const categories = importClient(server, '/api/categories', () => sa)
    const { body: other } = await categories.upload('nombre\nUno\n')
    const answer = await sa.put(`/api/imports/${other._id}/mapping`, {
      columns: ['name'],
      options: { quality: 'HD' },
    })
    expect(answer).toMatchObject({ status: 422, body: { errors: { 'options.quality': expect.anything() } } })
  })

  test('removes the escaping of formulas', async () => {
    await create(sa, '/api/movies', filmOf({ title: '=Alfa', reference: '+1 809 555 0100' }))
    const { text } = await sa.get('/api/movies/export?columns=title,year,reference')
    expect(text).toContain("'+1 809")

    expect(await files.checked(text)).toMatchObject({ counts: { same: 1, new: 0, changed: 0, refused: 0 } })
  })

  test('never matches films with different IMDb ids, and prefers the id of the record', async () => {
    const one = await create(sa, '/api/movies', filmOf({ title: 'Alfa', year: 2001, imdbId: 'tt1' }))
    await create(sa, '/api/movies', filmOf({ title: 'Alfa', year: 2001, imdbId: 'tt2' }))

    const checked = await files.checked(
      `_id;title;year;imdb_id;reference\n;Alfa;2001;TT2;A\n${one._id};Otro;1999;;B\n;Alfa;2001;tt3;C\n`,
    )
    expect(await files.rows(checked)).toMatchObject([
      {
        verdict: 'changed',
        changes: expect.arrayContaining([{ field: 'reference', before: '', after: 'A' }]),
      },
      { verdict: 'changed', record: one._id },
      { verdict: 'refused', record: null },
    ])
    const [twice] = await files.rows(await files.checked('title;year;reference\nAlfa;2001;Z\n'))
    expect(twice).toMatchObject({ verdict: 'refused', errors: [{ message: IMPORT_MESSAGES.ambiguous }] })
  })

  test('writes nothing if a record was edited, deleted or created since the check', async () => {
    const alpha = await create(sa, '/api/movies', filmOf({ title: 'Alfa', year: 2001 }))
    const file = csv(line('Alfa').replace('Estrenos', ''), line('Beta').replace('Estrenos', ''))
    const checked = await files.checked(file)
    await sa.put(`/api/movies/${alpha._id}`, { reference: 'Otra' })

    const refused = await files.applied(checked, { fields: ['synopsis'] })
    expect(refused).toMatchObject({ state: 'outdated', batch: null })
    expect(refused.message).toContain(IMPORT_MESSAGES.rowOutdated(2, IMPORT_MESSAGES.changed))
    expect(await films()).toHaveLength(1)
    expect((await files.apply(refused)).status).toBe(409)

    const again = await files.check(refused)
    expect(again.version).not.toBe(checked.version)
    expect(await files.apply(checked)).toMatchObject({
      status: 409,
      body: { message: IMPORT_MESSAGES.version },
    })
    await create(sa, '/api/movies', filmOf({ title: 'Beta', year: 2001 }))
    expect((await files.applied(again)).message).toContain(
      IMPORT_MESSAGES.rowOutdated(3, IMPORT_MESSAGES.exists),
    )
    await sa.delete(`/api/movies/${alpha._id}`)
    const last = await files.applied(await files.check(again), { fields: ['reference'] })
    expect(last).toMatchObject({ state: 'done', created: 1 })
  })

  test('refuses rows that the user may not write, and answers 404 for imports of others', async () => {
    await create(sa, '/api/movies', filmOf({ title: 'Alfa', year: 2001 }))
    const uploaded = await files.upload(csv(line('Alfa', 2001, 'x').replace('Estrenos', '')))
    const editor = await signedInWith(server, { 'movie-list': [], 'movie-edit': ['modify'] })
    expect((await editor.get(`/api/imports/${uploaded.body._id}`)).status).toBe(404)

    const own = importClient(server, '/api/movies', () => editor)
    const checked = await own.checked(
      csv(line('Alfa', 2001, 'x').replace('Estrenos', ''), line('Beta').replace('Estrenos', '')),
    )
    expect(await own.rows(checked)).toMatchObject([
      { verdict: 'changed' },
      { verdict: 'refused', errors: [{ message: IMPORT_MESSAGES.cannotCreate }] },
    ])
  })
})

test('imports episodes for the series of the upload, or of a column', async () => {
  const { _id: serieId } = await create(sa, '/api/series', seriesOf({ title: 'La serie' }))
  const pilot = await createEpisode(sa, serieId, { season: 1, episode: 1, title: 'Piloto' })
  const episodes = importClient(server, '/api/series/episode', () => sa)
  const { text } = await sa.get(`/api/series/all_episode/${serieId}/export?columns=all`)
  for (const query of ['', `&serieId=${serieId}`])
    expect(await episodes.checked(text, query)).toMatchObject({ counts: { same: 1, new: 0, refused: 0 } })

  const file = [
    'Temporada;Episodio;Título;Referencia;Enlaces;Calidad;Audio',
    '1;1;Piloto;Caja;;;',
    '1;2;Segundo;;a.mp4;HD;Español',
    '77;1;Perdido;;a.mp4;HD;Español',
  ].join('\n')
  expect(await episodes.checked(file)).toMatchObject({ counts: { refused: 3 } })
  const checked = await episodes.checked(file, `&serieId=${serieId}`)
  expect(await episodes.rows(checked)).toMatchObject([
    { verdict: 'changed', record: pilot._id, changes: [{ field: 'reference', before: '', after: 'Caja' }] },
    { verdict: 'new', title: 'Segundo' },
    { verdict: 'refused', errors: [{ field: 'season' }] },
  ])
  const done = await episodes.applied(checked, { fields: ['reference'] })
  expect(done).toMatchObject({ created: 1, changed: 1 })
  const listed = async () => (await sa.get(`/api/series/all_episode/${serieId}`)).rows
  expect(await listed()).toMatchObject([{ reference: 'Caja' }, { title: 'Segundo', serieId }])
  expect(await episodes.undone(done.batch)).toMatchObject({ changed: 2 })
  expect(await listed()).toMatchObject([{ title: 'Piloto', reference: '' }])
})

describe('bad files', () => {
  const refusedWith = async (file: string | Buffer, message: string) => {
    const { status, body } = await files.upload(file)
    expect({ status, message: body.message }).toEqual({ status: 422, message })
  }

  test('are refused with their errors', async () => {
    const { bytes, rows } = fileLimits('movies')
    await refusedWith('', IMPORT_MESSAGES.empty)
    await refusedWith('\n \n', IMPORT_MESSAGES.empty)
    await refusedWith('title;year\n', IMPORT_MESSAGES.noRows)
    await refusedWith(Buffer.from('PK\u0003\u0004…'), IMPORT_MESSAGES.workbook)
    await refusedWith(Buffer.from('title\nA\u0000B\n'), IMPORT_MESSAGES.notText)
    await refusedWith('title;year\nA;1\n"B;2\nC;3\n', IMPORT_MESSAGES.openQuote(3))
    await refusedWith('title;year\nA;1\n"B', IMPORT_MESSAGES.openQuote(3))
    await refusedWith('title;year\nA;1\nB', IMPORT_MESSAGES.cutOff(3))
    await refusedWith('title;year\n\nA;1\n"B" C;2\n', IMPORT_MESSAGES.wrongQuote(4))
    await refusedWith('"\n'.repeat(100_000), IMPORT_MESSAGES.unnamed)
    await refusedWith(`title\n${'"\n'.repeat(100_000)}`, IMPORT_MESSAGES.noRows)
    await refusedWith(`${'a;'.repeat(MAX_COLUMNS)}a\nb\n`, IMPORT_MESSAGES.tooManyColumns)
    await refusedWith(`title\n${'x\n'.repeat(rows + 1)}`, IMPORT_MESSAGES.tooManyRows(rows))
    const response = await server.app.inject({
      method: 'POST',
      url: '/api/movies/imports',
      headers: {
        authorization: `Bearer ${sa.token}`,
        'content-type': 'text/csv',
        'content-length': String(100 * bytes),
      },
      payload: 'title',
    })
    expect(response.statusCode).toBe(413)
  })

  test('are read in other encodings and with other separators', async () => {
    await create(sa, '/api/movies', filmOf({ title: 'Niño ñandú', year: 2001 }))
    const text = 'Título\tAño\r\nNiño ñandú\t2001\r\n'
    const encoded = [
      Buffer.from(`\uFEFF${text}`),
      Buffer.from(`\uFEFF${text}`, 'utf16le'),
      Buffer.from(text, 'latin1'),
      Buffer.from(text.replaceAll('\t', ',')),
      Buffer.from(`sep=|\n${text.replaceAll('\t', '|')}`),
    ]
    for (const file of encoded)
      expect(await files.checked(file)).toMatchObject({ counts: { same: 1, new: 0, changed: 0, refused: 0 } })
  })

  test('are read even if names and cells are truncated within a character', async () => {
    const long = `${'a'.repeat(98)}😀😀`
    expect(await files.upload(`title;${long}\nA;${long}\n`)).toMatchObject({ status: 201 })
    const checked = await files.checked(`title;year\nA;${'a'.repeat(58)}😀😀\n`)
    expect(checked).toMatchObject({ state: 'checked', counts: { refused: 1 } })
  })

  test('have rows refused for excess cells', async () => {
    const checked = await files.checked('title;year\nA;1999;x\nB;1999;\n')
    expect(await files.rows(checked)).toMatchObject([
      { row: 2, verdict: 'refused', errors: [{ message: IMPORT_MESSAGES.extraCells(1) }] },
      { row: 3, verdict: 'refused' },
    ])
  })

  test('are only checked if each column maps to a different field', async () => {
    const { body } = await files.upload('title;nada\nA;1\n')
    const mapping = (columns: unknown[]) => sa.put(`/api/imports/${body._id}/mapping`, { columns })
    expect(await mapping([null, null])).toMatchObject({
      status: 422,
      body: { message: IMPORT_MESSAGES.nothingMapped },
    })
    expect(await mapping(['title', 'title'])).toMatchObject({ status: 422 })
    expect(await mapping(['title', 'passwordHash'])).toMatchObject({ status: 422 })
    expect(await mapping(['title'])).toMatchObject({ status: 422 })
    expect((await sa.post(`/api/imports/${body._id}/apply`, { version: 0, takeNew: true })).status).toBe(409)
  })
})

test('a file that is not imported is deleted after a day, or when discarded', async () => {
  const { body } = await files.upload('title\nA\n')
  const { body: other } = await files.upload('title\nB\n')
  expect((await sa.delete(`/api/imports/${other._id}`)).status).toBe(200)
  server.clock.advance(25 * 3_600_000)
  sa = await signedIn(server, 'sa')
  expect((await sa.get(`/api/imports/${body._id}`)).status).toBe(404)
  const slice = () =>
    server.db.transaction(async (tx) => importCleanUp.chunk?.({ tx, context: server.context, key: '' }))
  expect([await slice(), await slice()]).toEqual(['more', 'done'])
  expect(await server.db.select().from(imports)).toEqual([])
})

describe('the user’s own batches', () => {
  const listed = async (client = sa) => (await client.get('/api/batches')).rows

  test('show a running import, and the same one once done', async () => {
    await create(sa, '/api/categories', categoryOf())
    const checked = await files.checked(csv(line('Beta'), line('Gama')))
    expect(await listed()).toEqual([])
    await files.apply(checked)
    expect(await listed()).toMatchObject([
      {
        _id: checked._id,
        resource: 'movies',
        action: 'import',
        name: 'archivo.csv',
        state: 'running',
        total: 2,
      },
    ])
    expect(await listed(await signedIn(server, 'sa'))).toEqual([])
    await runJobs(server.context)
    expect(await listed()).toMatchObject([
      { _id: checked._id, action: 'import', name: 'archivo.csv', state: 'done', changed: 2, canUndo: true },
    ])
    expect((await sa.get(`/api/movies/size?batch=${checked._id}`)).body).toEqual({ count: 2 })
  })

  test('can stop an import before it is written, which can then be applied again', async () => {
    await create(sa, '/api/categories', categoryOf())
    const checked = await files.checked(csv(line('Beta'), line('Gama')))
    await files.apply(checked)
    const stop = (client = sa) => client.post(`/api/batches/${checked._id}/cancel`)
    expect((await stop(await signedIn(server, 'sa'))).status).toBe(404)
    const stopped = await stop()
    expect(stopped).toMatchObject({
      status: 200,
      body: {
        _id: checked._id,
        state: 'cancelled',
        message: BATCH_MESSAGES.importStopped,
        done: 0,
        total: 2,
      },
    })
    await runJobs(server.context)
    expect(await films()).toEqual([])
    expect(await listed()).toMatchObject([{ _id: checked._id, state: 'cancelled', canUndo: false }])
    expect((await stop()).status).toBe(404)
    expect(await files.applied(checked)).toMatchObject({ state: 'done', created: 2 })
    expect(await listed()).toMatchObject([{ _id: checked._id, state: 'done', changed: 2 }])
    expect(await stop()).toMatchObject({ status: 200, body: { state: 'done' } })
  })

  test('show written records also to users who cannot undo the batch', async () => {
    await create(sa, '/api/categories', categoryOf())
    const editor = await signedInWith(server, { 'movie-create': ['register'] })
    const own = importClient(server, '/api/movies', () => editor)
    await own.applied(await own.checked(csv(line('Beta'))))
    expect(await listed(editor)).toMatchObject([{ action: 'import', changed: 1, canUndo: false }])
  })

  test('show why nothing was written', async () => {
    await create(sa, '/api/categories', categoryOf())
    const checked = await files.checked(csv(line('Beta')))
    await create(sa, '/api/movies', filmOf({ title: 'Beta', year: 2001 }))
    const { message } = await files.applied(checked)
    expect(message).toContain('No se importó nada')
    expect(await listed()).toMatchObject([{ _id: checked._id, state: 'failed', message, canUndo: false }])
    server.clock.advance(1_000)
    await files.applied(await files.checked(csv(line('Delta'))), { takeNew: false })
    expect(await listed()).toMatchObject([{ state: 'done', changed: 0 }, { state: 'failed' }])
  })
})
