import { describe, expect, it } from 'vitest'
import {
  allGrants,
  buildGrants,
  type GroupAccess,
  type Role,
} from '../../../src/domain/access/permissions.ts'
import { CREDIT_DEFAULTS } from '../../../src/domain/credits/rules.ts'
import { dayReading } from '../../../src/domain/imports/days.ts'
import {
  type StoredUser,
  type UserCells,
  type UserImportTerms,
  userVerdict,
} from '../../../src/domain/users/import.ts'
import { EXPIRY_MESSAGES, readExpiry } from '../../../src/domain/users/import-expiry.ts'
import { fieldFile } from '../../support/field-files.ts'

const NOW = new Date('2026-03-10T12:00:00Z')
const ZONE = 'America/Santo_Domingo'
const DAYS = dayReading([])

const profile = (name: string, role: Role, routeAccess: GroupAccess[] = []) =>
  [name, { _id: `p-${name}`, name, principal: { role, routeAccess } }] as const

const terms = (changes: Partial<UserImportTerms> = {}): UserImportTerms => ({
  importer: { id: 'admin', role: 'admin', routeAccess: allGrants(), creditToResell: 0 },
  settings: {
    ...CREDIT_DEFAULTS,
    creditPriceMonthly: 5,
    creditPriceYearly: 50,
    enableDemo: true,
  },
  platforms: ['com.cartelera.tv', 'com.cartelera.roku.tv'],
  timeZone: ZONE,
  now: NOW,
  profiles: new Map([
    profile('app', 'app'),
    profile('demo', 'demo'),
    profile('agent', 'agent'),
    profile('sa', 'sa'),
  ]),
  sellers: new Map([
    ['rosa', 'u-rosa'],
    ['jefe', 'admin'],
  ]),
  days: DAYS,
  ...changes,
})

const superagent = (creditToResell: number): UserImportTerms['importer'] => ({
  id: 'super',
  role: 'superagent',
  routeAccess: buildGrants({ 'user-list': ['register'], 'user-edit': ['modify'] }),
  creditToResell,
})

const row: UserCells = { name: 'ana', password: 'abc' }

const verdictOf = (cells: UserCells, changes: Partial<UserImportTerms> = {}) =>
  userVerdict({ ...row, ...cells }, undefined, terms(changes))

const errorsOf = (verdict: ReturnType<typeof userVerdict>) =>
  verdict.verdict === 'refused'
    ? Object.fromEntries(verdict.errors.map(({ field, message }) => [field, message]))
    : verdict.verdict

describe('the expiry in a file', () => {
  it.each([
    ['1775000000', '2026-03-31T23:33:20.000Z'],
    ['1775000000000', '2026-03-31T23:33:20.000Z'],
    ['2026-04-30', '2026-05-01T03:59:59.999Z'],
    ['30/04/2026', '2026-05-01T03:59:59.999Z'],
    ['5-4-2026', '2026-04-06T03:59:59.999Z'],
    ['2026-04-30 18:30:00', '2026-04-30T22:30:00.000Z'],
    ['2026-04-30T18:30:00Z', '2026-04-30T18:30:00.000Z'],
    ['2026-04-30T18:30:00.000+02:00', '2026-04-30T16:30:00.000Z'],
    ['30/04/2026 06:30:05 pm', '2026-04-30T22:30:05.000Z'],
    ['30/04/2026 12:05 a. m.', '2026-04-30T04:05:00.000Z'],
    ['1/1/26', '2026-01-02T03:59:59.999Z'],
  ])('reads %s', (text, at) => {
    expect(readExpiry(text, ZONE, DAYS)).toEqual({ state: 'at', at: new Date(at) })
  })

  it('reads every format found in files of other panels', () => {
    const rows = fieldFile('07-vencimientos-de-otros-paneles.csv')
      .toString('utf8')
      .trim()
      .split('\r\n')
      .slice(1)
    const read = rows.map((row) => readExpiry(row.split(',')[2] ?? '', ZONE, DAYS))
    const endOfDay = '2027-04-01T03:59:59.999Z'
    expect(read.map((expiry) => (expiry.state === 'at' ? expiry.at.toISOString() : expiry))).toEqual([
      ...['2027-03-31T23:59:59.000Z', '2027-04-01T03:59:59.000Z', '2027-04-01T03:59:00.000Z'],
      ...['2027-04-01T03:59:59.000Z', '2027-03-31T23:59:59.000Z', '2027-03-31T23:59:59.000Z'],
      ...[endOfDay, endOfDay, '2027-04-01T03:59:59.000Z', endOfDay],
    ])
  })

  it.each(['', '  ', '-'])('reads %j as no expiry', (text) => {
    expect(readExpiry(text, ZONE, DAYS)).toEqual({ state: 'none' })
  })

  it.each(['NULL', '0', 'Unlimited', 'Ilimitado', 'never', '0000-00-00 00:00:00'])(
    'refuses the unlimited expiry %s',
    (text) => {
      expect(readExpiry(text, ZONE, DAYS)).toEqual({ state: 'refused', message: EXPIRY_MESSAGES.unlimited })
    },
  )

  it.each([
    '04/30/2026',
    '31/02/2026',
    'mañana',
    '32/1/26',
    '999999999999',
    '2026-04-30 25:00',
    '12',
    '='.repeat(100),
  ])('refuses %s', (text) => {
    expect(readExpiry(text, ZONE, DAYS)).toMatchObject({
      state: 'refused',
      message: expect.stringMatching(/^(No se entiende la fecha|La fecha) «/),
    })
  })
})

describe('a new user of a file', () => {
  it('is created with the remaining months, rounded up', () => {
    const found = verdictOf({ dateExpire: '2026-05-10T12:00:01Z', seller: 'Rosa ', email: ' ana@x.do ' })
    expect(found).toEqual({
      verdict: 'new',
      user: {
        values: {
          name: 'ana',
          fullName: 'ana',
          email: 'ana@x.do',
          address: 'Sin dirección',
          telePhone: '',
          celPhone: '',
          comment: '',
          mailNotify: false,
          profile: 'p-app',
          platform: 'com.cartelera.tv',
          useTvList: false,
          status: 'enable',
        },
        seller: 'u-rosa',
        months: 3,
      },
      notes: ['En el archivo vence el 10/05/2026: recibe 3 meses.', 'Será cliente de Rosa.'],
    })
  })

  it.each([
    ['2026-04-10T12:00:00Z', 1],
    ['2026-03-10T12:00:01Z', 1],
    ['2026-03-10T11:59:59Z', 0],
    ['2020-01-01', 0],
    ['', 0],
  ])('with a licence until %j is granted %i months', (dateExpire, months) => {
    expect(verdictOf({ dateExpire })).toMatchObject({ verdict: 'new', user: { months } })
  })

  it('is credited in months regardless of the sold periods', () => {
    const { settings } = terms()
    const found = verdictOf({ dateExpire: '2026-05-01' }, { settings: { ...settings, periods: ['AÑOS'] } })
    expect(found).toMatchObject({ verdict: 'new', user: { months: 2 } })
  })

  it('is refused with the messages of its fields', () => {
    expect(
      errorsOf(
        verdictOf({
          name: ' ',
          password: 'ab',
          email: 'nada',
          telePhone: '12',
          status: 'quizás',
          mailNotify: 'tal vez',
          platform: 'otra',
          dateExpire: 'unlimited',
          seller: 'nadie',
        }),
      ),
    ).toEqual({
      name: 'Debe especificar el nombre de usuario',
      fullName: 'Debe especificar el nombre completo del usuario',
      password: 'La contraseña debe tener al menos 3 caracteres.',
      email: 'No se ve como un correo electrónico válido: la fila dice «nada».',
      telePhone: 'No se ve como un telefono valido: la fila dice «12».',
      status: 'El estado «quizás» no existe: use Activo, Inactivo.',
      mailNotify: 'Debe decir Sí o No: la fila dice «tal vez».',
      platform: 'El App Origen «otra» no existe: use cartelera, cartelera.roku.',
      dateExpire: EXPIRY_MESSAGES.unlimited,
      seller: 'El agente no existe: la fila dice «nadie».',
    })
  })

  it('respects the cap of a CREDIT and the control date', () => {
    const { settings } = terms()
    const capped = { settings: { ...settings, transMax: 2 } }
    expect(errorsOf(verdictOf({ dateExpire: '2026-06-30' }, capped))).toEqual({
      dateExpire: 'No puede exceder de 2 por transacción.',
    })
    expect(errorsOf(verdictOf({ dateExpire: '2026-05-01' }, capped))).toBe('new')
    const controlled = { settings: { ...settings, dateControl: '2026-04-30' } }
    expect(errorsOf(verdictOf({ dateExpire: '2026-04-30' }, controlled))).toEqual({
      dateExpire: 'La nueva fecha de vencimiento no puede pasar del 30/04/2026.',
    })
    expect(errorsOf(verdictOf({ dateExpire: '01/01/9000' }))).toHaveProperty('dateExpire')
  })

  it('gets no profile that the importer cannot assign, and no months as a demo', () => {
    expect(errorsOf(verdictOf({ profile: 'sa' }))).toEqual({
      profile: 'No puede asignar este perfil: la fila dice «sa».',
    })
    expect(errorsOf(verdictOf({ profile: 'otro' }))).toEqual({
      profile: 'No puede asignar este perfil: la fila dice «otro».',
    })
    expect(errorsOf(verdictOf({ profile: 'Demo' }))).toBe('new')
    expect(errorsOf(verdictOf({ profile: 'Demo', dateExpire: '2026-05-01' }))).toEqual({
      dateExpire: 'Es un demo: no compra licencias.',
    })
    expect(errorsOf(verdictOf({ profile: 'agent', seller: 'rosa' }))).toEqual({
      seller: 'Solo los clientes se mueven a otro agente.',
    })
    expect(errorsOf(verdictOf({ profile: 'agent', seller: 'JEFE' }))).toBe('new')
  })

  it('gets no months from a reseller, who needs credit to create it', () => {
    expect(errorsOf(verdictOf({}, { importer: superagent(1) }))).toBe('new')
    expect(errorsOf(verdictOf({}, { importer: superagent(0) }))).toEqual({
      '': 'No tiene créditos suficientes para crear usuarios.',
    })
    expect(errorsOf(verdictOf({ dateExpire: '2026-05-01' }, { importer: superagent(9) }))).toEqual({
      dateExpire: 'Solo un administrador importa los meses que quedan: deje esta columna sin importar.',
    })
  })
})

describe('an existing user in a file', () => {
  const stored: StoredUser = {
    person: { id: 'u-ana', role: 'app', routeAccess: [] },
    isVisible: true,
    profileName: 'app',
    seller: 'admin',
    dateExpire: new Date('2026-05-01T12:00:00Z'),
    values: {
      name: 'ana',
      fullName: 'Ana Pérez',
      email: '',
      address: 'Calle 1',
      telePhone: '',
      celPhone: '+1 809 555 1234',
      comment: 'uno\r\ndos',
      mailNotify: true,
      profile: 'p-app',
      platform: 'com.vieja.tv',
      useTvList: false,
      status: 'enable',
    },
  }
  const found = (cells: UserCells, changes: Partial<UserImportTerms> = {}, user = stored) =>
    userVerdict({ name: 'ANA', ...cells }, user, terms(changes))

  it('is unchanged if the file has the stored values, or none', () => {
    expect(found({})).toEqual({ verdict: 'same', notes: [] })
    const exported = {
      fullName: 'Ana Pérez',
      email: '',
      celPhone: '+1 809 555 1234',
      comment: 'uno\ndos',
      mailNotify: 'Sí',
      useTvList: 'No',
      platform: 'vieja',
      status: 'Activo',
      dateExpire: '01/05/2026',
      profile: 'App',
      seller: 'Jefe',
    }
    expect(found(exported)).toEqual({ verdict: 'same', notes: [] })
  })

  it('keeps name, password, profile, licence and seller, with a note', () => {
    expect(found({ password: 'otra', profile: 'agent', dateExpire: '2030-01-01', seller: 'rosa' })).toEqual({
      verdict: 'same',
      notes: ['Ya existe: no se importan la contraseña, el vencimiento, el perfil ni el agente a cargo.'],
    })
    const notesOf = (cells: UserCells) => {
      const verdict = found(cells)
      return verdict.verdict === 'refused' ? undefined : verdict.notes
    }
    expect(notesOf({ password: 'otra', dateExpire: '2030-01-01' })).toEqual([
      'Ya existe: no se importan la contraseña ni el vencimiento.',
    ])
    expect(notesOf({ dateExpire: 'Unlimited' })).toEqual(['Ya existe: no se importa el vencimiento.'])
    expect(found({ fullName: 'Ana P.', password: 'otra' })).toMatchObject({
      verdict: 'changed',
      notes: ['Ya existe: no se importa la contraseña.'],
    })
  })

  it('is changed in the other fields, shown before and after', () => {
    expect(found({ fullName: 'Ana P.', status: '0', mailNotify: 'no', platform: 'cartelera.roku' })).toEqual({
      verdict: 'changed',
      values: { fullName: 'Ana P.', mailNotify: false, platform: 'com.cartelera.roku.tv', status: 'disable' },
      changes: [
        { field: 'fullName', before: 'Ana Pérez', after: 'Ana P.' },
        { field: 'mailNotify', before: 'Sí', after: 'No' },
        { field: 'platform', before: 'vieja', after: 'cartelera.roku' },
        { field: 'status', before: 'Activo', after: 'Inactivo' },
      ],
      notes: [],
    })
  })

  it('is refused like an edit', () => {
    expect(errorsOf(found({ email: 'nada', platform: 'nueva' }))).toEqual({
      email: 'No se ve como un correo electrónico válido: la fila dice «nada».',
      platform: 'El App Origen no es válido: la fila dice «nueva».',
    })
    const above: StoredUser = { ...stored, person: { id: 'u-sa', role: 'sa', routeAccess: allGrants() } }
    expect(errorsOf(found({ email: 'a@b.co' }, {}, above))).toEqual({
      name: 'No tiene autoridad sobre este usuario.',
    })
    expect(errorsOf(found({ status: 'no' }, {}, { ...stored, person: terms().importer }))).toEqual({
      status: 'No puede deshabilitar su propio usuario.',
    })
    const agent = { ...superagent(1), role: 'agent' as const }
    expect(errorsOf(found({ useTvList: 'si' }, { importer: agent }))).toEqual({
      useTvList: 'No puede modificar este campo.',
    })
  })

  it('reveals no more to importers without access than creating it would', () => {
    expect(errorsOf(found({}, {}, { ...stored, isVisible: false }))).toEqual({
      name: 'Ya existe un usuario con ese nombre.',
    })
  })

  it('is changed with the permission to edit, and created with the permission to create', () => {
    const creator = { ...superagent(1), routeAccess: buildGrants({ 'user-list': ['register'] }) }
    expect(errorsOf(found({ email: 'a@b.co' }, { importer: creator }))).toEqual({
      '': 'Ya existe, y no tiene permiso para modificar.',
    })
    expect(errorsOf(found({}, { importer: creator }))).toBe('same')
    const editor = {
      ...superagent(1),
      routeAccess: buildGrants({ 'user-list': [], 'user-edit': ['modify'] }),
    }
    expect(errorsOf(found({ email: 'a@b.co' }, { importer: editor }))).toBe('changed')
    expect(errorsOf(verdictOf({}, { importer: editor }))).toEqual({
      '': 'Es nuevo, y no tiene permiso para registrar.',
    })
  })
})
