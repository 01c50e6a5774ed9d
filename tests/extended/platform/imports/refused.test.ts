import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { IMPORT_MESSAGES, type Import } from '../../../../src/domain/imports/import.ts'
import { questionsAbout } from '../../../../src/domain/imports/questions.ts'
import { importRows } from '../../../../src/server/platform/database/schema/imports.ts'
import { type Row, testApp } from '../../../support/app.ts'
import { columnsOf, importClient } from '../../../support/imports.ts'
import { type SignedIn, signedIn, signedInWith } from '../../../support/people.ts'

const server = testApp()
let sa: SignedIn
const categories = importClient(server, '/api/categories', () => sa)
const users = importClient(server, '/api/users', () => sa)

beforeEach(async () => {
  sa = await signedIn(server, 'sa')
})

afterEach(() => server.db.execute(sql`delete from tasks`))

const BOM = '\uFEFF'
const refusedOf = (checked: Row, client = sa) => client.get(`/api/imports/${checked._id}/refused`)
const linesOf = async (checked: Row): Promise<string[]> => (await refusedOf(checked)).text.split('\r\n')

/** The response with the type that the admin uses. */
const asImport = (row: Row) => row as unknown as Import

const FILE = [
  'nombre,Inglés,Tipo,estado,Nota',
  'Una,One,VIDEO,Sí,"con, coma"',
  'Dos,Two,PELICULA,Sí,',
  '=Tres,"Three ""3""",VIDEO,tal vez,-5',
].join('\n')

describe('the file of refused rows', () => {
  test('has the columns of the original in their order, and the reasons as in the review', async () => {
    const done = await categories.applied(await categories.checked(FILE))
    expect(done).toMatchObject({ state: 'done', created: 1, counts: { refused: 2 } })
    const { status, text, headers } = await refusedOf(done)
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="archivo-rechazadas.csv"',
      'x-total-count': '2',
    })
    const [head, one, three, end] = text.split('\r\n')
    expect(head).toBe(`${BOM}nombre,Inglés,Tipo,estado,Nota,Motivo`)
    expect(one).toMatch(/^Una,One,VIDEO,Sí,"con, coma",.*El tipo «VIDEO» no existe/)
    expect(three).toMatch(/^'=Tres,"Three ""3""",VIDEO,tal vez,'-5,.* · .*la fila dice «tal vez»\."?$/)
    expect(end).toBe('')
    expect((await refusedOf(done)).text).toBe(text)
    expect((await sa.get('/api/categories/imports')).rows).toMatchObject([{ batch: done._id, refused: 2 }])
  })

  test('can be imported again once corrected, without a question about the column of reasons', async () => {
    const done = await categories.applied(await categories.checked(FILE.replace('Nota', 'Referencia 2')))
    const { text } = await refusedOf(done)
    const { body } = await categories.upload(text.replaceAll('VIDEO', 'PELICULA').replace('tal vez', 'No'))
    const uploaded = asImport(body)
    const chosen = uploaded.columns.map(({ field }) => field)
    expect(chosen).toEqual(['name', 'descriptionEnglish', 'type', 'status', null, null])
    expect(questionsAbout(uploaded, { chosen, options: {} })).toEqual([
      'No se importan: Referencia 2 (2 valores).',
    ])
    await categories.applied(await categories.check(body))
    const names = (await sa.get('/api/categories')).rows.map(({ name }) => name)
    expect(names.sort()).toEqual(['=Tres', 'Dos', 'Una'])
  })

  test('has one column of reasons, even if rows are refused again', async () => {
    const first = await categories.applied(await categories.checked(FILE))
    const { text } = await refusedOf(first)
    const again = await categories.checked(text.replace('tal vez', 'quizás'))
    const [head, , three] = await linesOf(again)
    expect(head).toBe(`${BOM}nombre,Inglés,Tipo,estado,Nota,Motivo`)
    expect(three).toContain('«quizás»')
    expect(three).not.toContain('tal vez')
  })

  test.each([
    [';', 'csv'],
    ['\t', 'txt'],
    ['|', 'txt'],
  ])('has the separator %j of the original', async (separator, ending) => {
    const cell = `a${separator}b`
    const rows = [
      ['nombre', 'Tipo', 'Nota'],
      ['Una', 'VIDEO', `"${cell}"`],
    ]
    const checked = await categories.checked(rows.map((row) => row.join(separator)).join('\n'))
    const { headers, text } = await refusedOf(checked)
    expect(headers['content-disposition']).toContain(`archivo-rechazadas.${ending}"`)
    expect(text).toContain(`Una${separator}VIDEO${separator}"${cell}"${separator}`)
  })

  test('has excess cells after the reason', async () => {
    const [, line] = await linesOf(await categories.checked('nombre;Tipo\nUna;PELICULA;x;y\n'))
    expect(line).toMatch(/^Una;PELICULA;.*;x;y$/)
  })

  test('has long headings in full', async () => {
    const long = 'n'.repeat(300)
    const { body } = await categories.upload(`nombre;${long}\nUna;x\n`)
    expect(String(columnsOf(body)[1]?.name).length).toBeLessThan(150)
    expect((await linesOf(await categories.check(body)))[0]).toBe(`${BOM}nombre;${long};Motivo`)
  })
})

describe('passwords of refused rows', () => {
  const file = [
    'usuario;clave;PIN;celular;perfil',
    'ana;secreta-1;9999;+18095550101;nada',
    'luis;secreta-2;8888;+18095550102;app',
    'eva;x;7777;=1+1;app',
    'sol;Calle 1;secreta-3;6666;app;sobra',
  ].join('\n')

  test('are not in the file, and are erased once the other rows are written', async () => {
    const checked = await users.checked(file)
    expect(checked).toMatchObject({ counts: { new: 1, refused: 3 } })
    const before = await linesOf(checked)
    const done = await users.applied(checked)
    const lines = await linesOf(done)
    expect(lines).toEqual(before)
    expect(lines[0]).toBe(`${BOM}usuario;clave;PIN;celular;perfil;Motivo`)
    expect(lines[1]).toMatch(/^ana;;;'\+18095550101;nada;"Perfil: /)
    expect(lines[1]).toContain(IMPORT_MESSAGES.secretsLeft(['clave', 'PIN']))
    expect(lines[2]).toMatch(/^eva;;;'=1\+1;app;/)
    // An excess cell may have shifted them.
    expect(lines[3]).toMatch(/^sol;;;;app;.*;sobra$/)
    const kept = await server.db.select().from(importRows)
    expect(kept.map(({ row }) => row).sort()).toEqual([2, 4, 5])
    expect(JSON.stringify(kept)).not.toMatch(/secreta|9999|8888|7777|6666/)
  })

  test('that are typed in again are taken verbatim, including an apostrophe', async () => {
    const done = await users.applied(await users.checked(file))
    const [head, ana] = await linesOf(done)
    const corrected = `${head}\r\n${ana?.replace('ana;;', "ana;'-clave1;").replace(';nada;', ';app;')}\r\n`
    await users.applied(await users.checked(corrected))
    const [stored] = (await sa.get('/api/users?search=ana')).rows
    expect(stored).toMatchObject({ name: 'ana', celPhone: '+18095550101' })
    const opening = { name: 'ana', password: "'-clave1", device: { macAddress: 'aa:bb' } }
    // The password is correct: the 403 is due to the missing licence, which the file does not grant.
    expect((await server.anonymous.post('/auth/local', opening)).status).toBe(403)
  })
})

describe('the file of refused rows is not available', () => {
  test('for imports of other users', async () => {
    const checked = await categories.checked(FILE)
    expect((await refusedOf(checked, await signedIn(server, 'sa'))).status).toBe(404)
    const visitor = await signedInWith(server, { 'category-list': [] })
    expect((await refusedOf(checked, visitor)).status).toBe(404)
    expect((await refusedOf({ _id: 'nada' })).status).toBe(404)
  })

  test('before and during the check, and if no row is refused', async () => {
    const { body } = await categories.upload(FILE)
    expect(await refusedOf(body)).toMatchObject({
      status: 404,
      body: { message: IMPORT_MESSAGES.noneRefused },
    })
    const columns = columnsOf(body).map(({ field }) => field)
    await sa.put(`/api/imports/${body._id}/mapping`, { columns })
    expect(await refusedOf(body)).toMatchObject({ status: 409, body: { message: IMPORT_MESSAGES.running } })
    const right = await categories.checked('nombre;Inglés;Tipo\nUna;One;PELICULA\n')
    expect((await refusedOf(right)).status).toBe(404)
  })

  test('after a day', async () => {
    const done = await categories.applied(await categories.checked(FILE))
    server.clock.advance(25 * 3_600_000)
    sa = await signedIn(server, 'sa')
    expect((await refusedOf(done)).status).toBe(404)
    expect(
      await server.db
        .select()
        .from(importRows)
        .where(eq(importRows.import, String(done._id))),
    ).toHaveLength(2)
  })
})
