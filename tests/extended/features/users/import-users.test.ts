import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  IMPORTED_EXPIRY,
  IMPORTED_MARK,
  OPENING_BALANCE,
} from '../../../../src/domain/credits/transaction.ts'
import { IMPORT_MESSAGES } from '../../../../src/domain/imports/import.ts'
import { SELLER_MESSAGES } from '../../../../src/domain/users/import-sellers.ts'
import { reconcile } from '../../../../src/server/features/credits/reconcile.ts'
import { auditEntries, auditPersonal } from '../../../../src/server/platform/database/schema/audit.ts'
import { licenseTransactions } from '../../../../src/server/platform/database/schema/credits.ts'
import { importRows, imports } from '../../../../src/server/platform/database/schema/imports.ts'
import { settings } from '../../../../src/server/platform/database/schema/settings.ts'
import { licences, users } from '../../../../src/server/platform/database/schema/users.ts'
import { type Row, testApp } from '../../../support/app.ts'
import { makeTransaction, saleOf, TYPE } from '../../../support/credits.ts'
import { fieldFile } from '../../../support/field-files.ts'
import { columnsOf, importClient } from '../../../support/imports.ts'
import { runJobs } from '../../../support/jobs.ts'
import {
  newUser,
  type People,
  people,
  profileId,
  signedIn,
  signedInWith,
  signInAs,
  storeUser,
} from '../../../support/people.ts'
import { sentBy } from '../../../support/statements.ts'

const server = testApp()
const api = '/api/users'
let team: People

beforeEach(async () => {
  server.clock.set(new Date('2026-03-10T12:00:00Z'))
  team = await people(server)
})

const fileOf = (...lines: string[]): string => lines.join('\r\n')

const asAdmin = importClient(server, api, () => team.admin)

const rowNamed = async (name: string) => {
  const [found] = await server.db.select().from(users).where(eq(users.name, name))
  return found
}

const changeSettings = async (changes: Row) => {
  const sa = await signedIn(server, 'sa')
  expect((await sa.put('/api/settings', changes)).status).toBe(200)
}

const soundly = async () => {
  const { licences, sums } = await reconcile(server.context, { isFull: true })
  // The test resellers' balances have no transactions.
  expect({ licences: licences.differences, sums: sums.differences }).toEqual({ licences: [], sums: [] })
}

describe('a file of a spreadsheet', () => {
  test('in windows-1252 is decoded, and a password with a euro sign signs in', async () => {
    const checked = await asAdmin.checked(fieldFile('13-excel-ansi-1252.csv'))
    expect(checked).toMatchObject({ encoding: 'windows-1252', damage: 0, counts: { new: 3, refused: 0 } })
    await asAdmin.applied(checked)
    expect(await rowNamed('r1ansi01')).toMatchObject({
      fullName: 'María O’Higgins Núñez',
      address: 'Calle “El Sol” – Nº 5',
      comment: 'Plan 12 € … renueva',
    })
    expect(await rowNamed('r1ansi’02')).toMatchObject({ fullName: 'Ana Usuario' })
    // The password is correct: the 403 is due to the missing licence, which the file does not grant.
    const opening = { name: 'r1ansi03', password: 'clave€3', device: { macAddress: 'aa:bb' } }
    expect((await server.anonymous.post('/auth/local', opening)).status).toBe(403)
  })

  test.each([
    ['14-excel-mac.csv', 'macintosh'],
    ['15-excel-msdos.csv', 'ibm850'],
  ])('%s has its encoding detected, and can be read in another one', async (name, encoding) => {
    const { body } = await asAdmin.upload(fieldFile(name))
    expect(body).toMatchObject({ encoding })
    expect(columnsOf(body).map(({ samples }) => samples)).toEqual([
      ['r1mac01'],
      [],
      ['José Peña Ibáñez'],
      ['Avenida Constitución 5'],
    ])
    const { body: other } = await asAdmin.upload(fieldFile(name), 'a.csv', '&encoding=windows-1252')
    expect(other).toMatchObject({ encoding: 'windows-1252' })
    expect(JSON.stringify(other.columns)).not.toContain('Peña')
    expect(await asAdmin.upload(fieldFile(name), 'a.csv', '&encoding=ebcdic')).toMatchObject({
      status: 422,
      body: { errors: { encoding: expect.anything() } },
    })
  })

  test('with a damaged byte is read as UTF-8, says where, and notes the rows', async () => {
    const file = Buffer.concat([
      Buffer.from('Usuario;Contraseña;Nombre completo\r\nana;clave1;Ana Núñez\r\nluis;clave2;Luis Pe'),
      Buffer.of(0xf1),
      Buffer.from('a\r\n'),
    ])
    const checked = await asAdmin.checked(file)
    expect(checked).toMatchObject({ encoding: 'utf-8', damage: 1, counts: { new: 2 } })
    const [ana, luis] = await asAdmin.rows(checked)
    expect(ana?.notes).not.toContain(IMPORT_MESSAGES.damaged)
    expect(luis?.notes).toContain(IMPORT_MESSAGES.damaged)
  })

  const verdictsOf = async (name: string) =>
    (await asAdmin.rows(await asAdmin.checked(fieldFile(name)))).map(({ title, verdict }) => [title, verdict])

  test('has rows with invalid e-mail addresses refused', async () => {
    expect(await verdictsOf('05-correos-con-resto-de-lista.csv')).toEqual([
      ['r1mail01', 'refused'],
      ['r1mail02', 'refused'],
      ['r1mail03', 'refused'],
      ['r1mail04', 'refused'],
      ['r1mail05', 'new'],
      ['r1mail06', 'new'],
      ['r1mail07', 'refused'],
      ['r1mail08', 'new'],
    ])
  })

  test('has phone numbers restored, or refused if the spreadsheet dropped digits', async () => {
    const checked = await asAdmin.checked(fieldFile('06-celulares-de-excel.csv'))
    const refused = await asAdmin.rows(checked, '?verdict=refused')
    expect(refused.map(({ title }) => title)).toEqual(['r1cel03', 'r1cel07'])
    expect(JSON.stringify(refused[0]?.errors)).toContain('La hoja de cálculo perdió dígitos')
    await asAdmin.applied(checked)
    expect(await rowNamed('r1cel01')).toMatchObject({ celPhone: '18095550101' })
    expect(await rowNamed('r1cel08')).toMatchObject({ celPhone: '18095550108' })
  })

  test('shows names, phone numbers and expiries as they will be stored', async () => {
    const checked = await asAdmin.checked(
      fileOf(
        'usuario;clave;nombre y apellidos;movil;telefono;vence;perfil;notas',
        'ana;secreta-1;  Ana Núñez ;18095550101.0;="000812000";2026-05-01;;12 meses',
        'luis;secreta-2;;;;;demo;',
        'eva;secreta-3;;;;;;',
      ),
    )
    const rows = await asAdmin.rows(checked)
    const valuesIn = (row: Row | undefined) => JSON.parse(JSON.stringify(row?.values)) as Row[]
    const [ana, luis, eva] = rows.map(valuesIn)
    expect(ana?.slice(0, 5)).toEqual([
      { field: 'dateExpire', text: '01/05/2026', original: '2026-05-01' },
      { field: 'fullName', text: 'Ana Núñez', original: '' },
      { field: 'celPhone', text: '18095550101', original: '18095550101.0' },
      { field: 'telePhone', text: '000812000', original: '' },
      { field: 'profile', text: 'app', original: '' },
    ])
    expect(luis).toContainEqual({ field: 'dateExpire', text: '10/03/2026 10:00 am', original: '' })
    expect(eva?.map(({ field }) => field)).not.toContain('dateExpire')
    expect(JSON.stringify(rows)).not.toContain('secreta')
    await asAdmin.applied(checked)
    const stored = (await team.admin.get('/api/users?search=ana')).rows.find(({ name }) => name === 'ana')
    expect(stored).toMatchObject({ fullName: 'Ana Núñez', celPhone: '18095550101', telePhone: '000812000' })
    expect(stored?.dateExpire).toBe('2026-05-02T03:59:59.999Z')
  })

  test('has text formulas replaced by their content, and passwords taken verbatim', async () => {
    await asAdmin.applied(await asAdmin.checked(fieldFile('08-formulas-de-texto.csv')))
    expect(await rowNamed('r1form02')).toMatchObject({ comment: '0099' })
    const open = (name: string, password: string) =>
      server.anonymous.post('/auth/local', { name, password, device: { macAddress: 'aa:bb' } })
    // The passwords are correct: the 403 is due to the missing licence, which the file does not grant.
    expect((await open('000812', '000812')).status).toBe(403)
    expect((await open('r1form03', "'-clave123")).status).toBe(403)
  })

  test('keeps an apostrophe before a formula unless it is an export of the list', async () => {
    const guarded = fileOf('Usuario,Clave,Comentario', "ana,clave1,'-10 % de descuento")
    await asAdmin.applied(await asAdmin.checked(guarded))
    expect(await rowNamed('ana')).toMatchObject({ comment: "'-10 % de descuento" })
    const exported = fileOf('Usuario,Comentario', "ana,'=1+1")
    const checked = await asAdmin.checked(exported)
    expect((await asAdmin.rows(checked))[0]).toMatchObject({ changes: [{ field: 'comment', after: '=1+1' }] })
  })

  test('never shows cells of a column that may hold passwords, even if it is not imported', async () => {
    const { body } = await asAdmin.upload(
      fileOf('usuario;password2;clave vieja;PIN;nota', 'ana;s1;s2;s3;hola'),
    )
    expect(columnsOf(body).map(({ samples }) => samples)).toEqual([['ana'], [], [], [], ['hola']])
  })
})

describe("another panel's file", () => {
  const panel = () =>
    fileOf(
      'id,username,password,exp_date,reseller,notes',
      `1,ana,clave-1,2026-05-01,${team.agent.name},'+1809`,
      `2,luis,clave-2,1773144001,${team.agent.name.toUpperCase()},`,
      '3,eva,clave-3,2020-01-01,,',
      '4,eva,clave-4,2026-05-01,,',
      '5,sol,clave-5,Unlimited,nadie,',
      '6,mar,x,,,',
    )

  test('imports subscribers with their exact expiry, like single creations and credits', async () => {
    const checked = await asAdmin.checked(panel())
    expect(checked).toMatchObject({
      state: 'checked',
      counts: { new: 3, changed: 0, same: 0, duplicate: 1, refused: 2 },
      columns: expect.arrayContaining([
        expect.objectContaining({ field: 'dateExpire', days: { unlimited: 1 } }),
      ]),
    })
    expect(
      (await asAdmin.rows(checked)).map(({ title, verdict, notes, errors }) => ({
        title,
        verdict,
        notes,
        errors,
      })),
    ).toEqual([
      {
        title: 'ana',
        verdict: 'new',
        notes: [`Será cliente de ${team.agent.name}.`],
        errors: [],
      },
      {
        title: 'luis',
        verdict: 'new',
        notes: [`Será cliente de ${team.agent.name.toUpperCase()}.`],
        errors: [],
      },
      { title: 'eva', verdict: 'new', notes: ['Su licencia venció el 01/01/2020.'], errors: [] },
      {
        title: 'eva',
        verdict: 'duplicate',
        notes: [],
        errors: [{ field: '', message: 'La fila 4 ya trae este registro.' }],
      },
      {
        title: 'sol',
        verdict: 'refused',
        notes: [],
        errors: [{ field: 'seller', message: 'El agente no existe: la fila dice «nadie».' }],
      },
      {
        title: 'mar',
        verdict: 'refused',
        notes: [],
        errors: [{ field: 'password', message: 'La contraseña debe tener al menos 3 caracteres.' }],
      },
    ])
    expect(await rowNamed('ana')).toBeUndefined()
    expect(await asAdmin.applied(checked)).toMatchObject({ state: 'done', created: 3, changed: 0 })
    const ana = await rowNamed('ana')
    expect(ana).toMatchObject({ createdBy: team.agent.id, userCreate: team.admin.name, comment: "'+1809" })
    expect((await rowNamed('eva'))?.createdBy).toBe(team.admin.id)
    const listed = await team.agent.get(`${api}?sort=name`)
    expect(listed.rows).toMatchObject([
      { name: 'ana', role: 'app', creditAmount: 2, dateExpire: '2026-05-02T03:59:59.999Z' },
      { name: 'luis', role: 'app', creditAmount: 1, dateExpire: '2026-03-10T12:00:01.000Z' },
    ])
    const records = await server.db.select().from(licenseTransactions).orderBy(licenseTransactions.reference)
    expect(records).toMatchObject([
      {
        userLicensed: ana?._id,
        userCreated: team.admin.id,
        type: 'CREDIT',
        period: 'DIAS',
        count: 53,
        until: new Date('2026-05-02T03:59:59.999Z'),
        total: 0,
        status: 'PROCESSED',
        description: IMPORTED_EXPIRY,
      },
      { type: 'CREDIT', count: 1, posting: 2 },
      { type: 'CREDIT', count: 0, until: new Date('2020-01-02T03:59:59.999Z') },
    ])
    expect((await team.admin.get('/api/license_transactions/totals')).body.credits).toMatchObject({
      count: 3,
      credits: 0,
      days: 54,
      total: 0,
    })
    await soundly()
    const device = { macAddress: 'AA:BB:CC:DD:EE:01' }
    const signIn = { name: 'ana', password: 'clave-1', device }
    expect((await server.anonymous.post('/auth/local', signIn)).status).toBe(200)
    const events = await server.db.select().from(auditEntries).where(eq(auditEntries.action, 'process'))
    expect(events).toHaveLength(3)
  })

  test('takes the same number of statements for any number of users', async () => {
    const sentFor = async (from: number, to: number): Promise<number> => {
      const lines = Array.from({ length: to - from }, (_, n) => `u${from + n},secreta,2026-05-01`)
      const checked = await asAdmin.checked(fileOf('username,password,exp_date', ...lines))
      const { answer: applied, sent } = await sentBy(() => asAdmin.applied(checked))
      expect(applied).toMatchObject({ state: 'done', created: to - from })
      return sent.length
    }
    await sentFor(0, 1)
    expect(await sentFor(1, 14)).toBe(await sentFor(14, 16))
  })

  test('stores no plain-text password', async () => {
    const checked = await asAdmin.checked(panel())
    const traces = async () => {
      const kept = await Promise.all(
        [imports, importRows, auditEntries, auditPersonal].map((table) => server.db.select().from(table)),
      )
      return JSON.stringify(kept).match(/clave-\d/g) ?? []
    }
    const [uploaded] = await server.db.select().from(imports)
    expect(JSON.stringify(uploaded)).not.toContain('clave-')
    await asAdmin.applied(checked)
    expect(await traces()).toEqual([])
    expect((await server.db.select().from(importRows)).map(({ verdict }) => verdict).sort()).toEqual([
      'duplicate',
      'refused',
      'refused',
    ])
  })

  test('creates no user if stopped while passwords are hashed, and can be applied again', async () => {
    const lines = Array.from({ length: 14 }, (_, n) => `u${n},secreta,2026-05-01`)
    const checked = await asAdmin.checked(fileOf('username,password,exp_date', ...lines))
    await asAdmin.apply(checked)
    await runJobs(server.context, 1)
    expect(await asAdmin.read(checked._id)).toMatchObject({ state: 'applying', total: 14 })
    expect((await team.admin.post(`/api/batches/${checked._id}/cancel`)).body).toMatchObject({
      state: 'cancelled',
      done: 0,
    })
    await runJobs(server.context)
    expect(await rowNamed('u0')).toBeUndefined()
    expect(await asAdmin.applied(checked)).toMatchObject({ state: 'done', created: 14 })
    await soundly()
  })

  test('is undone except for users in use since', async () => {
    const { batch } = await asAdmin.applied(await asAdmin.checked(panel()))
    const luis = await rowNamed('luis')
    await makeTransaction(team.agent, saleOf(luis?._id ?? ''))
    expect(await asAdmin.undone(batch)).toMatchObject({
      changed: 2,
      refused: [{ _id: luis?._id, message: 'Ya inició sesión o tiene transacciones: queda como está.' }],
    })
    expect(await rowNamed('ana')).toBeUndefined()
    expect(await rowNamed('luis')).toMatchObject({ deletedAt: null })
    // The transactions remain, as after any deletion; the licence is deleted with the user.
    expect(await server.db.select().from(licenseTransactions)).toHaveLength(4)
    const search = encodeURIComponent(IMPORTED_MARK)
    const kept = await team.admin.get(
      `/api/license_transactions?type=3&search=${search}&dateBeging=2026-03-10&dateFinish=2026-03-10`,
    )
    expect(kept.rows.map(({ count }) => count)).toEqual([0, 1, 53])
    expect(await server.db.select().from(licences).where(sql`date_expire is not null`)).toHaveLength(1)
    await soundly()
    expect((await asAdmin.checked(panel())).counts).toMatchObject({ new: 2 })
  })

  test('leaves users who signed in or were edited when it is undone', async () => {
    const { batch } = await asAdmin.applied(await asAdmin.checked(panel()))
    const signIn = { name: 'ana', password: 'clave-1', device: { macAddress: 'AA:BB:CC:DD:EE:01' } }
    await server.anonymous.post('/auth/local', signIn)
    const luis = await rowNamed('luis')
    await team.agent.put(`${api}/${luis?._id}`, { comment: 'Llamar' })
    const undone = await asAdmin.undone(batch)
    expect(undone).toMatchObject({ changed: 1, refusedCount: 2 })
    expect(await rowNamed('eva')).toBeUndefined()
    await soundly()
  })

  test('is refused as a whole if a name was taken since the check', async () => {
    const checked = await asAdmin.checked(panel())
    await storeUser(server, 'app', { name: 'LUIS' })
    expect(await asAdmin.applied(checked)).toMatchObject({
      state: 'outdated',
      created: 0,
      message: expect.stringContaining('Fila 3: Otra persona ya creó el registro.'),
    })
    expect(await rowNamed('ana')).toBeUndefined()
    expect(await server.db.select().from(licenseTransactions)).toEqual([])
    const again = await asAdmin.check(await asAdmin.read(checked._id))
    expect(again.counts).toMatchObject({ new: 2 })
    expect(await asAdmin.applied(again)).toMatchObject({ state: 'done', created: 2 })
    const device = { macAddress: 'AA:BB:CC:DD:EE:02' }
    const signIn = await server.anonymous.post('/auth/local', { name: 'ana', password: 'clave-1', device })
    expect(signIn.status).toBe(200)
  })

  test('of a reseller creates no more demos than the limit of the day', async () => {
    const limited = { demosPerDay: 2, demoHours: 5 }
    await server.db
      .update(settings)
      .set({ value: sql`${settings.value} || ${JSON.stringify(limited)}::jsonb`, dateUpdate: sql`now()` })
    const asSuper = importClient(server, api, () => team.superagent)
    const file = (...names: string[]) =>
      fileOf('usuario;contraseña;perfil', ...names.map((name) => `${name};secreta;demo`))
    const checked = await asSuper.checked(file('uno', 'dos', 'tres'))
    expect((await asSuper.rows(checked)).map(({ verdict, errors }) => ({ verdict, errors }))).toEqual([
      { verdict: 'new', errors: [] },
      { verdict: 'new', errors: [] },
      { verdict: 'refused', errors: [{ field: 'profile', message: 'Ya creó los 2 demos de hoy.' }] },
    ])
    expect(await asSuper.applied(checked)).toMatchObject({ state: 'done', created: 2 })
    const { _id = '' } = (await rowNamed('uno')) ?? {}
    expect((await team.superagent.get(`${api}/${_id}`)).body.dateExpire).toBe('2026-03-10T17:00:00.000Z')
    expect((await asSuper.rows(await asSuper.checked(file('cuatro')))).map(({ verdict }) => verdict)).toEqual(
      ['refused'],
    )
    expect(await asAdmin.applied(await asAdmin.checked(file('cinco', 'seis', 'siete')))).toMatchObject({
      created: 3,
    })
  })

  test('counts the demos of all its rows once', async () => {
    await server.db
      .update(settings)
      .set({ value: sql`${settings.value} || '{"demosPerDay": 5}'`, dateUpdate: sql`now()` })
    const asSuper = importClient(server, api, () => team.superagent)
    // As many rows as are checked at once.
    const others = Array.from({ length: 100 }, () => 'cliente;secreta;app')
    const demos = (...names: string[]) => names.map((name) => `${name};secreta;demo`)
    const lines = [
      ...[...demos('d1'), ...others],
      ...[...demos('d1', 'd2', 'd2', 'd3'), ...others],
      ...demos('d4', 'd5', 'd6'),
    ]
    const checked = await asSuper.checked(fileOf('usuario;contraseña;perfil', ...lines))
    const rows = await asSuper.rows(checked, '?verdict=new')
    expect(rows.map(({ title }) => title)).toEqual(['d1', 'cliente', 'd2', 'd3', 'd4', 'd5'])
    expect(await asSuper.rows(checked, '?verdict=refused')).toMatchObject([
      { title: 'd6', errors: [{ field: 'profile', message: 'Ya creó los 5 demos de hoy.' }] },
    ])
    expect(await asSuper.applied(checked)).toMatchObject({ state: 'done', created: 6 })
  })

  test('is refused as a whole if the demos of the day were created since the check', async () => {
    await server.db
      .update(settings)
      .set({ value: sql`${settings.value} || '{"demosPerDay": 2}'`, dateUpdate: sql`now()` })
    const asSuper = importClient(server, api, () => team.superagent)
    const checked = await asSuper.checked(
      fileOf('usuario;contraseña;perfil', 'uno;secreta;demo', 'dos;secreta;demo'),
    )
    const demo = newUser(await profileId(server, 'demo'))
    expect((await team.superagent.post(api, demo)).status).toBe(201)
    expect(await asSuper.applied(checked)).toMatchObject({ state: 'outdated' })
    expect(await rowNamed('uno')).toBeUndefined()
  })

  test('of a reseller imports its own customers, without licences', async () => {
    const asSuper = importClient(server, api, () => team.superagent)
    const checked = await asSuper.checked(
      fileOf(
        'usuario;contraseña;vence;agente',
        `uno;secreta;;${team.agent.name}`,
        `dos;secreta;;${team.otherAgent.name}`,
        'tres;secreta;01/05/2026;',
        `cuatro;secreta;;${team.superagent.name}`,
      ),
    )
    expect((await asSuper.rows(checked)).map(({ verdict, errors }) => ({ verdict, errors }))).toEqual([
      { verdict: 'new', errors: [] },
      {
        verdict: 'refused',
        errors: [
          { field: 'seller', message: `El agente no existe: la fila dice «${team.otherAgent.name}».` },
        ],
      },
      {
        verdict: 'refused',
        errors: [
          {
            field: 'dateExpire',
            message:
              'Solo quien puede dar créditos importa los vencimientos: deje esta columna sin importar.',
          },
        ],
      },
      { verdict: 'new', errors: [] },
    ])
    expect(await asSuper.applied(checked)).toMatchObject({ state: 'done', created: 2 })
    expect((await team.agent.get(api)).rows).toMatchObject([
      { name: 'uno', userCreate: team.superagent.name },
    ])
    expect((await rowNamed('cuatro'))?.createdBy).toBe(team.superagent.id)
  })

  test('requires the permission to create or edit users, and has at most 100,000 rows and 48 MiB', async () => {
    const reader = await signedInWith(server, { 'user-list': [] })
    expect((await importClient(server, api, () => reader).upload('usuario\r\nana')).status).toBe(403)
    const lines = Array.from({ length: 100_001 }, (_, number) => `u${number}`)
    const { status, body } = await asAdmin.upload(fileOf('usuario', ...lines))
    expect(status).toBe(422)
    expect(body.message).toBe('El archivo tiene más de 100000 filas: divídalo en varios.')
    const headers = { authorization: `Bearer ${team.admin.token}`, 'content-type': 'text/csv' }
    const { statusCode } = await server.app.inject({
      method: 'POST',
      url: `${api}/imports?name=a.csv`,
      headers: { ...headers, 'content-length': String(49 * 1024 * 1024) },
      payload: 'usuario',
    })
    expect(statusCode).toBe(413)
  })
})

describe('the licences of a file', () => {
  const expiries = async () => {
    const rows = await server.db
      .select({ name: users.name, expiry: licences.dateExpire })
      .from(users)
      .innerJoin(licences, eq(licences._id, users._id))
      .where(sql`${users.isPasswordGiven} and ${users.name} ~ '^c[0-9]'`)
      .orderBy(users.name)
    return rows.map(({ expiry }) => expiry?.toISOString() ?? null)
  }

  test('keep their exact expiry, whatever the limits of sales', async () => {
    await changeSettings({ transMax: 1, periods: ['AÑOS'] })
    const checked = await asAdmin.checked(
      fileOf(
        'usuario;clave;vence',
        'c1;secreta;01/01/2027',
        'c2;secreta;29/02/2028',
        'c3;secreta;2026-12-31 18:30:15',
        'c4;secreta;1798761599',
        'c5;secreta;2020-01-01',
        'c6;secreta;',
        'c7;secreta;0000-00-00',
        'c8;secreta;Ilimitado',
        'c9;secreta;31/12/2500',
      ),
    )
    expect(checked.counts).toMatchObject({ new: 9 })
    await asAdmin.applied(checked)
    expect(await expiries()).toEqual([
      '2027-01-02T03:59:59.999Z',
      '2028-03-01T03:59:59.999Z',
      '2026-12-31T22:30:15.000Z',
      '2026-12-31T23:59:59.000Z',
      '2020-01-02T03:59:59.999Z',
      ...[null, null],
      '3001-01-01T03:59:59.999Z',
      '2501-01-01T03:59:59.999Z',
    ])
    const counts = await server.db.select({ count: licenseTransactions.count }).from(licenseTransactions)
    expect(counts.map(({ count }) => count)).toEqual([298, 722, 297, 297, 0, 9_999, 9_999])
    await soundly()
  })

  test('after the control date are refused, unlimited ones end with it', async () => {
    await changeSettings({ dateControl: '2026-12-31' })
    const checked = await asAdmin.checked(
      fileOf('usuario;clave;vence', 'c1;secreta;31/12/2026', 'c2;secreta;01/01/2027', 'c3;secreta;lifetime'),
    )
    const [first, second, third] = await asAdmin.rows(checked)
    expect(first).toMatchObject({ verdict: 'new' })
    expect(second).toMatchObject({
      verdict: 'refused',
      errors: [
        {
          field: 'dateExpire',
          message: 'La nueva fecha de vencimiento no puede pasar del 31/12/2026: la fila dice «01/01/2027».',
        },
      ],
    })
    expect(third).toMatchObject({
      verdict: 'new',
      notes: ['El archivo no le pone fin: vence el 31/12/2026, la fecha de control.'],
      values: expect.arrayContaining([{ field: 'dateExpire', text: '31/12/2026', original: 'lifetime' }]),
    })
    await changeSettings({ dateControl: '2026-06-30' })
    expect(await asAdmin.applied(checked)).toMatchObject({
      state: 'outdated',
      message: expect.stringContaining('no puede pasar del 30/06/2026'),
    })
    expect(await expiries()).toEqual([])
  })

  test('of a user that the file names twice is that of its first row', async () => {
    const checked = await asAdmin.checked(
      fileOf('usuario;clave;vence', 'c1;secreta;01/01/2027', 'C1;secreta;01/02/2027'),
    )
    expect(checked.counts).toMatchObject({ new: 1, duplicate: 1 })
    await asAdmin.applied(checked)
    expect(await expiries()).toEqual(['2027-01-02T03:59:59.999Z'])
  })

  test('are only given by who may give credits', async () => {
    const clerk = await signedInWith(server, { 'user-list': ['register'], 'user-edit': [] })
    const asClerk = importClient(server, api, () => clerk)
    const file = fileOf(
      'usuario;clave;vence;perfil;créditos',
      'c1;secreta;01/01/2027;;',
      'c2;secreta;;;',
      'c3;clave-larga-9;;agent;5',
    )
    expect((await asClerk.rows(await asClerk.checked(file))).map(({ verdict }) => verdict)).toEqual([
      'refused',
      'new',
      'refused',
    ])
  })
})

describe('the resellers of a file', () => {
  const network = () =>
    fileOf(
      'usuario;clave;perfil;agente;vence;créditos',
      'cliente-1;secreta;;ROSA;01/01/2027;',
      'rosa;clave-larga-9;agent;sofia;;120',
      'cliente-2;secreta;app;sofia;01/02/2027;0',
      'sofia;clave-larga-9;superagent;;;500',
      `pablo;clave-larga-9;agent;${team.superagent.name};;`,
    )

  const balanceOf = async (name: string) =>
    (await team.admin.get(`${api}?search=${name}`)).rows.find((row) => row.name === name)?.creditToResell

  test('come with their customers and balances, in any order', async () => {
    const checked = await asAdmin.checked(network())
    expect(await asAdmin.rows(checked)).toMatchObject([
      { verdict: 'new', notes: ['Será cliente de ROSA, de la fila 3.'] },
      {
        verdict: 'new',
        notes: ['Será agente de sofia, de la fila 5.'],
        values: expect.arrayContaining([{ field: 'creditToResell', text: '120', original: '' }]),
      },
      { verdict: 'new', notes: ['Será cliente de sofia, de la fila 5.'] },
      { verdict: 'new', notes: [] },
      { verdict: 'new', notes: [`Será agente de ${team.superagent.name}.`] },
    ])
    expect(await asAdmin.applied(checked)).toMatchObject({ state: 'done', created: 5 })
    const [rosa, sofia] = [await rowNamed('rosa'), await rowNamed('sofia')]
    expect(rosa?.createdBy).toBe(sofia?._id)
    expect((await rowNamed('cliente-1'))?.createdBy).toBe(rosa?._id)
    expect((await rowNamed('cliente-2'))?.createdBy).toBe(sofia?._id)
    expect(sofia?.createdBy).toBe(team.admin.id)
    expect((await rowNamed('pablo'))?.createdBy).toBe(team.superagent.id)
    expect(await balanceOf('rosa')).toBe(120)
    expect(await balanceOf('sofia')).toBe(500)
    const transfers = await server.db
      .select()
      .from(licenseTransactions)
      .where(eq(licenseTransactions.type, 'TRANSFER'))
    expect(
      transfers.map(({ userFullName, count, targetMonths }) => [userFullName, count, targetMonths]),
    ).toEqual([
      ['sofia', 500, 500],
      ['rosa', 120, 120],
    ])
    expect(transfers[0]).toMatchObject({
      userCreated: team.admin.id,
      period: 'MESES',
      description: OPENING_BALANCE,
      total: 0,
      sellerMonths: 0,
    })
    await soundly()
    expect((await asAdmin.read(checked._id)).proof).toEqual({
      sums: [
        { label: 'Clientes', file: 2, stored: 2 },
        { label: 'Días de licencia que les quedan', file: 627, stored: 627 },
        { label: 'Créditos de agentes y superagentes', file: 620, stored: 620 },
      ],
      different: 0,
      differences: [],
    })
    const { differences } = (await reconcile(server.context, { isFull: true })).balances
    expect(differences.map(({ name }) => name)).not.toContain('rosa')
  })

  test('of whom one is not chosen, prevent the import of those in its charge', async () => {
    const checked = await asAdmin.checked(network())
    expect(await asAdmin.applied(checked, { rows: [{ row: 5, take: false }] })).toMatchObject({
      state: 'outdated',
      message: expect.stringContaining(`Fila 3: ${SELLER_MESSAGES.notChosen('sofia')}`),
    })
    expect(await rowNamed('sofia')).toBeUndefined()
  })

  test('are refused with those in their charge, and in a circle', async () => {
    const checked = await asAdmin.checked(
      fileOf(
        'usuario;clave;perfil;agente',
        'cliente-1;secreta;app;rosa',
        'rosa;x;agent;',
        'uno;clave-larga-9;agent;dos',
        'dos;clave-larga-9;agent;uno',
        'tres;clave-larga-9;agent;tres',
        'cliente-2;secreta;app;cliente-1',
      ),
    )
    expect((await asAdmin.rows(checked)).map(({ errors }) => JSON.stringify(errors))).toEqual([
      expect.stringContaining('El agente a cargo está en la fila 3, que no se puede importar'),
      expect.stringContaining('password'),
      expect.stringContaining('a cargo uno del otro'),
      expect.stringContaining('a cargo uno del otro'),
      expect.stringContaining('a cargo de sí mismo'),
      expect.stringContaining('El agente no existe: la fila dice «cliente-1».'),
    ])
  })

  test('with the name of an earlier customer are duplicates, and refused with those in their charge', async () => {
    const checked = await asAdmin.checked(
      fileOf(
        'usuario;clave;perfil;agente',
        'rosa;secreta;app;',
        'pablo;x;app;',
        'cliente-1;secreta;app;rosa',
        'Rosa;clave-larga-9;agent;',
        'pablo;clave-larga-9;agent;',
        'cliente-2;secreta;app;pablo',
      ),
    )
    const rows = await asAdmin.rows(checked)
    expect(rows.map(({ verdict }) => verdict)).toEqual([
      ...['new', 'refused', 'refused'],
      ...['duplicate', 'new', 'new'],
    ])
    expect(rows[2]?.errors).toEqual([
      { field: 'seller', message: expect.stringContaining('está en la fila 5, que no se puede importar') },
    ])
    expect(await asAdmin.applied(checked)).toMatchObject({ state: 'done', created: 3 })
  })

  test('with the name of a customer of an earlier chunk are duplicates, and refused with those in their charge', async () => {
    // As many rows as are checked at once.
    const others = Array.from({ length: 100 }, () => 'otro;secreta;app;')
    const checked = await asAdmin.checked(
      fileOf(
        'usuario;clave;perfil;agente',
        ...['rosa;secreta;app;', ...others, 'cliente-1;secreta;app;rosa', 'rosa;clave-larga-9;agent;'],
      ),
    )
    expect(await asAdmin.rows(checked, '?verdict=refused')).toMatchObject([
      {
        title: 'cliente-1',
        errors: [{ message: expect.stringContaining('está en la fila 104, que no se puede importar') }],
      },
    ])
    expect(await asAdmin.applied(checked)).toMatchObject({ state: 'done', created: 2 })
  })

  test('whose row turns out to be a duplicate in a later chunk, are named as not imported', async () => {
    const others = Array.from({ length: 100 }, () => 'otro;secreta;app;')
    const checked = await asAdmin.checked(
      fileOf(
        'usuario;clave;perfil;agente',
        ...['cliente-1;secreta;app;rosa', ...others, 'rosa;secreta;app;', 'rosa;clave-larga-9;agent;'],
      ),
    )
    expect(await asAdmin.applied(checked)).toMatchObject({
      state: 'outdated',
      message: expect.stringContaining(`Fila 2: ${SELLER_MESSAGES.notImported('rosa')}`),
    })
    const again = await asAdmin.check(checked)
    expect(await asAdmin.applied(again, { rows: [{ row: 2, take: false }] })).toMatchObject({
      state: 'done',
      created: 2,
    })
  })

  test('of a superagent are its agents with their customers, without balances', async () => {
    const asSuper = importClient(server, api, () => team.superagent)
    const checked = await asSuper.checked(
      fileOf(
        'usuario;clave;perfil;agente;créditos',
        'cliente-1;secreta;;rosa;',
        'rosa;clave-larga-9;agent;;',
        'eva;clave-larga-9;agent;;7',
      ),
    )
    expect((await asSuper.rows(checked)).map(({ verdict }) => verdict)).toEqual(['new', 'new', 'refused'])
    await asSuper.applied(checked)
    expect((await rowNamed('rosa'))?.createdBy).toBe(team.superagent.id)
    expect((await rowNamed('cliente-1'))?.createdBy).toBe((await rowNamed('rosa'))?._id)
  })

  test('are deleted after their customers when it is undone, with what they did not spend', async () => {
    const { batch } = await asAdmin.applied(await asAdmin.checked(network()))
    expect(await asAdmin.undone(batch)).toMatchObject({ changed: 5, refusedCount: 0 })
    const back = await server.db
      .select()
      .from(licenseTransactions)
      .where(eq(licenseTransactions.type, 'REFUND_TRANSFER'))
    expect(back.map(({ count, targetMonths }) => [count, targetMonths]).sort()).toEqual([
      [120, -120],
      [500, -500],
    ])
    await soundly()
  })

  test('that sold something stay when it is undone, with their customers, and are named', async () => {
    const { batch } = await asAdmin.applied(await asAdmin.checked(network()))
    const rosa = await rowNamed('rosa')
    if (!rosa) throw new Error('rosa was not imported')
    await makeTransaction(await signInAs(server, rosa), saleOf((await rowNamed('cliente-1'))?._id ?? ''))
    const undone = await asAdmin.undone(batch)
    expect(undone).toMatchObject({ changed: 2, refusedCount: 3 })
    expect(JSON.stringify(undone.refused)).toContain('tiene 500 créditos y 1 cliente.')
    expect(await balanceOf('rosa')).toBe(119)
    expect(await balanceOf('sofia')).toBe(500)
    await soundly()
  })
})

describe('a later file of the same customers', () => {
  const first = fileOf(
    'usuario;clave;vence',
    'c1;secreta;01/05/2026',
    'c2;secreta;01/05/2026',
    'c3;secreta;01/05/2026',
    'c4;secreta;',
    'c5;secreta;01/05/2026',
  )
  const later = fileOf(
    'usuario;clave;vence',
    'c1;secreta;01/07/2026',
    'c2;secreta;15/04/2026',
    'c3;secreta;01/07/2026',
    'c4;secreta;01/07/2026',
    'c5;secreta;01/05/2026',
    'c6;secreta;01/07/2026',
  )
  const expiryOf = async (name: string) => {
    const [row] = await server.db
      .select({ expiry: licences.dateExpire })
      .from(licences)
      .innerJoin(users, eq(users._id, licences._id))
      .where(eq(users.name, name))
    return row?.expiry?.toISOString()
  }

  test('changes the expiries that only imports made, names the others, and doubles nobody', async () => {
    await asAdmin.applied(await asAdmin.checked(first))
    // Anybody can write the description of an import.
    const byHand = { type: TYPE.CREDIT, description: IMPORTED_EXPIRY }
    await makeTransaction(team.admin, saleOf((await rowNamed('c3'))?._id ?? '', byHand))
    const checked = await asAdmin.checked(later)
    expect(checked).toMatchObject({
      counts: { new: 1, changed: 3, same: 2, duplicate: 0, refused: 0 },
      changedFields: { dateExpire: 3 },
    })
    const rows = await asAdmin.rows(checked)
    expect(rows.map(({ changes }) => changes)).toEqual([
      [{ field: 'dateExpire', before: '01/05/2026', after: '01/07/2026' }],
      [{ field: 'dateExpire', before: '01/05/2026', after: '15/04/2026' }],
      [],
      [{ field: 'dateExpire', before: '', after: '01/07/2026' }],
      [],
      [],
    ])
    expect(rows[2]?.notes).toContain('El vencimiento cambió desde la importación: sigue siendo 01/06/2026.')
    expect(await asAdmin.applied(checked, { fields: ['dateExpire'] })).toMatchObject({
      state: 'done',
      created: 1,
      changed: 3,
    })
    expect(await expiryOf('c1')).toBe('2026-07-02T03:59:59.999Z')
    expect(await expiryOf('c2')).toBe('2026-04-16T03:59:59.999Z')
    expect(await expiryOf('c3')).toMatch(/^2026-06-0/)
    expect(await expiryOf('c4')).toBe('2026-07-02T03:59:59.999Z')
    const made = await server.db.select().from(licenseTransactions).orderBy(licenseTransactions.reference)
    expect(made.slice(-4).map(({ type, period, count }) => [type, period, count])).toEqual([
      ['CREDIT', 'DIAS', 61],
      ['REFUND', 'DIAS', 16],
      ['CREDIT', 'DIAS', 114],
      ['CREDIT', 'DIAS', 114],
    ])
    await soundly()
    const again = await asAdmin.checked(later)
    expect(again.counts).toEqual({ new: 0, changed: 0, same: 6, duplicate: 0, refused: 0 })
    expect(await asAdmin.applied(again)).toMatchObject({
      batch: null,
      proof: {
        sums: [
          { label: 'Clientes', file: 6, stored: 6 },
          { label: 'Días de licencia que les quedan', file: 546, stored: 516 },
        ],
        different: 1,
        differences: [{ row: 4, title: 'c3', field: 'dateExpire', file: '01/07/2026', stored: '01/06/2026' }],
      },
    })
  })

  test('changes nothing of a customer who was sold a month since the review', async () => {
    await asAdmin.applied(await asAdmin.checked(first))
    const checked = await asAdmin.checked(later)
    await makeTransaction(team.admin, saleOf((await rowNamed('c1'))?._id ?? ''))
    expect(await asAdmin.applied(checked, { fields: ['dateExpire'] })).toMatchObject({
      state: 'outdated',
      message: expect.stringContaining('cambió desde la importación'),
    })
    expect(await expiryOf('c2')).toBe('2026-05-02T03:59:59.999Z')
    await soundly()
  })

  test('changes no expiry that another file changed since the review', async () => {
    await asAdmin.applied(await asAdmin.checked(first))
    const short = await asAdmin.checked(later.replaceAll('01/07/2026', '05/05/2026'))
    expect(await asAdmin.applied(await asAdmin.checked(later), { fields: ['dateExpire'] })).toMatchObject({
      state: 'done',
      changed: 4,
    })
    expect(await asAdmin.applied(short, { takeNew: false, fields: ['dateExpire'] })).toMatchObject({
      state: 'outdated',
      message: expect.stringContaining(IMPORT_MESSAGES.rowOutdated(2, IMPORT_MESSAGES.changed)),
    })
    expect(await expiryOf('c1')).toBe('2026-07-02T03:59:59.999Z')
    await soundly()
  })

  test('is applied if its rows were checked before the reviewed expiry was stored', async () => {
    await asAdmin.applied(await asAdmin.checked(first))
    const checked = await asAdmin.checked(later)
    await server.db.execute(sql`
      update import_rows set fields = jsonb_set(fields, '{dateExpire}', fields #> '{dateExpire,until}')
      where fields ? 'dateExpire'`)
    expect(await asAdmin.applied(checked, { fields: ['dateExpire'] })).toMatchObject({
      state: 'done',
      changed: 4,
    })
    expect(await expiryOf('c1')).toBe('2026-07-02T03:59:59.999Z')
    await soundly()
  })

  test('keeps its expiries when it is undone', async () => {
    await asAdmin.applied(await asAdmin.checked(first))
    const { batch } = await asAdmin.applied(await asAdmin.checked(later), { fields: ['dateExpire'] })
    expect(await asAdmin.undone(batch)).toMatchObject({ changed: 1, refusedCount: 0 })
    expect(await rowNamed('c6')).toBeUndefined()
    expect(await expiryOf('c1')).toBe('2026-07-02T03:59:59.999Z')
    await soundly()
  })
})

describe('the days of a file', () => {
  test('are read month first if only that fits, or in the chosen order', async () => {
    const mexican = fileOf('username,password,exp_date', 'ana,secreta,05/06/2026', 'eva,secreta,12/31/2026')
    const checked = await asAdmin.checked(mexican)
    expect(checked.columns).toMatchObject([
      { field: 'name' },
      { field: 'password', days: {} },
      { field: 'dateExpire', days: { both: '05/06/2026', 'MM/DD': '12/31/2026' } },
    ])
    const expiries = (await asAdmin.rows(checked)).map(({ values }) => JSON.stringify(values))
    expect(expiries[0]).toContain('06/05/2026')
    expect(expiries[1]).toContain('31/12/2026')
    const chosen = await asAdmin.check(checked, { options: { dayOrder: 'DD/MM' } })
    expect(await asAdmin.rows(chosen)).toMatchObject([
      {
        verdict: 'refused',
        errors: [{ field: 'dateExpire', message: expect.stringContaining('«12/31/2026» (MM/DD/AAAA)') }],
      },
      {
        verdict: 'refused',
        errors: [
          {
            message: 'La fecha «12/31/2026» no es DD/MM/AAAA sino MM/DD/AAAA: elija ese orden de las fechas.',
          },
        ],
      },
    ])
  })

  test('in a column of passwords are never shown', async () => {
    const { body } = await asAdmin.upload(fileOf('username,otra', 'ana,05/06/2026'))
    expect(body.columns).toMatchObject([{}, { samples: ['05/06/2026'], days: { both: '05/06/2026' } }])
    const checked = await asAdmin.check(body, { columns: ['name', 'password'] })
    expect(checked.columns).toMatchObject([{}, { samples: [], days: {} }])
  })
})

test('licence and password of existing users are not changed, as their rows note', async () => {
  await storeUser(server, 'app', { name: 'ana' })
  const checked = await asAdmin.checked(fileOf('usuario;clave;vence', 'ana;otra-clave;31/12/2030'))
  expect(await asAdmin.rows(checked)).toMatchObject([
    { verdict: 'same', notes: ['Ya existe: no se importan la contraseña ni el vencimiento.'] },
  ])
})

describe('an export of the list of users', () => {
  test('is imported without changes, except for the values edited in it', async () => {
    const comment = "'+1809, =1\r\nfin"
    await storeUser(server, 'app', {
      name: 'ana',
      fullName: 'Ana "A" Pérez',
      comment,
      celPhone: '+1 809 555 1234',
    })
    await storeUser(server, 'demo', { name: 'luis', platform: 'com.vieja.tv', useTvList: true })
    const shown = await team.admin.get(`${api}/export?format=csv`)
    const whole = await team.admin.get(`${api}/export?format=csv&columns=all&separator=,`)
    for (const { text } of [shown, whole]) {
      const checked = await asAdmin.checked(text)
      const { counts } = checked
      expect(counts).toEqual({ new: 0, changed: 0, same: 7, duplicate: 0, refused: 0 })
      expect((await asAdmin.rows(checked)).flatMap(({ notes }) => notes)).toEqual([])
    }
    const edited = whole.text.replace('Ana ""A"" Pérez', 'Ana Pérez').replace('com.vieja.tv', 'cartelera')
    const checked = await asAdmin.checked(edited.replace('vieja', 'cartelera'))
    expect(await asAdmin.rows(checked, '?verdict=changed')).toMatchObject([
      { changes: [{ field: 'fullName', before: 'Ana "A" Pérez', after: 'Ana Pérez' }] },
      { changes: [{ field: 'platform', before: 'vieja', after: 'cartelera' }] },
    ])
    const applied = await asAdmin.applied(checked, { fields: ['fullName'] })
    expect(applied).toMatchObject({ state: 'done', created: 0, changed: 1 })
    expect(await rowNamed('ana')).toMatchObject({ fullName: 'Ana Pérez', fullNameKey: 'ana perez', comment })
    expect((await team.admin.get(`${api}?search=ana perez`)).rows).toHaveLength(1)
    expect(await asAdmin.undone(applied.batch)).toMatchObject({ changed: 1, refused: [] })
    expect(await rowNamed('ana')).toMatchObject({ fullName: 'Ana "A" Pérez', comment })
  })

  test('that disables users ends their sessions', async () => {
    const agent = await signedIn(server, 'agent', { name: 'rosa' })
    const checked = await asAdmin.checked(fileOf('usuario;estado', 'rosa;inactivo'))
    const { batch } = await asAdmin.applied(checked, { fields: ['status'] })
    expect((await agent.get(`${api}/me`)).status).toBe(401)
    const rows: Row[] = await server.db.select().from(auditEntries).where(eq(auditEntries.action, 'update'))
    expect(rows).toMatchObject([{ record: agent.id, batch }])
  })
})
