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
import { expiryText, readExpiry } from '../../../src/domain/users/import-expiry.ts'
import { type FileSeller, findFileSellers, type Seller } from '../../../src/domain/users/import-sellers.ts'
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
    demoHours: 2,
    demosPerDay: 0,
    demosMinBalance: 0,
  },
  demosToday: 0,
  platforms: ['com.cartelera.tv', 'com.cartelera.roku.tv'],
  timeZone: ZONE,
  now: NOW,
  profiles: new Map([
    profile('app', 'app'),
    profile('demo', 'demo'),
    profile('agent', 'agent'),
    profile('superagent', 'superagent'),
    profile('sa', 'sa'),
  ]),
  sellers: new Map<string, Seller>([
    ['rosa', { id: 'u-rosa', role: 'agent' }],
    ['sofía', { id: 'u-sofia', role: 'superagent' }],
    ['jefe', { id: 'admin', role: 'admin' }],
  ]),
  fileSellers: new Map(),
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

  it.each(['', '  ', '-', 'NULL', '0', '0000-00-00', '0000-00-00 00:00:00', '00/00/0000', 'Sin licencia'])(
    'reads %j as no licence',
    (text) => {
      expect(readExpiry(text, ZONE, DAYS)).toEqual({ state: 'none' })
    },
  )

  it.each(['Unlimited', 'ILIMITADA', 'never', 'Nunca', 'Lifetime', 'Sin límite', 'de por vida', '∞'])(
    'reads %s as unlimited',
    (text) => {
      expect(readExpiry(text, ZONE, DAYS)).toEqual({ state: 'unlimited' })
    },
  )

  it.each([
    // Clocks went back at the end of this day, from 24:00 to 23:00: it has 25 hours.
    ['America/Santiago', '2026-04-04', '2026-04-05T03:59:59.999Z'],
    ['America/Santiago', '2026-04-03', '2026-04-04T02:59:59.999Z'],
    // Clocks went forward at midnight: the next day began at 1:00.
    ['America/Santiago', '2026-09-05', '2026-09-06T03:59:59.999Z'],
    ['America/Santiago', '2026-09-06', '2026-09-07T02:59:59.999Z'],
    ['Europe/Madrid', '2026-03-28', '2026-03-28T22:59:59.999Z'],
    ['Europe/Madrid', '2026-03-29', '2026-03-29T21:59:59.999Z'],
    ['Europe/Madrid', '25/10/2026', '2026-10-25T22:59:59.999Z'],
    ['Europe/Madrid', '29/02/2028', '2028-02-29T22:59:59.999Z'],
  ])('in %s ends %s with its last millisecond', (zone, text, at) => {
    expect(readExpiry(text, zone, DAYS)).toEqual({ state: 'at', at: new Date(at) })
    const read = readExpiry(text, zone, DAYS)
    expect(read.state === 'at' && expiryText(read.at, zone)).toMatch(/^\d{2}\/\d{2}\/\d{4}$/)
  })

  it('is displayed with its time unless it is the end of a day', () => {
    expect(expiryText(new Date('2027-01-02T03:59:59Z'), ZONE)).toBe('01/01/2027')
    expect(expiryText(new Date('2027-01-01T22:30:00Z'), ZONE)).toBe('01/01/2027 06:30 pm')
  })

  it.each([
    '04/30/2026',
    '31/02/2026',
    '29/02/2027',
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
  it('is created with the exact expiry', () => {
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
        owner: null,
        until: new Date('2026-05-10T12:00:01Z'),
        balance: 0,
      },
      notes: ['Será cliente de Rosa.'],
    })
  })

  it.each([
    ['01/01/2027', '2027-01-02T03:59:59.999Z', []],
    ['2026-03-10T12:00:01Z', '2026-03-10T12:00:01.000Z', []],
    ['2020-01-01', '2020-01-02T03:59:59.999Z', ['Su licencia venció el 01/01/2020.']],
    ['', null, ['Se importa sin licencia.']],
    ['NULL', null, ['Se importa sin licencia.']],
    [
      'ilimitado',
      '3001-01-01T03:59:59.999Z',
      ['El archivo no le pone fin: vence el 31/12/3000, la fecha de control.'],
    ],
  ])('with the expiry %j keeps it exactly', (dateExpire, until, notes) => {
    const found = verdictOf({ dateExpire })
    expect(found).toMatchObject({ verdict: 'new', notes })
    expect(found.verdict === 'new' && (found.user.until?.toISOString() ?? null)).toBe(until)
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
          dateExpire: 'pronto',
          seller: 'nadie',
          creditToResell: '12,5',
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
      dateExpire: 'No se entiende la fecha «pronto»: use DD/MM/AAAA o AAAA-MM-DD.',
      creditToResell: 'Debe ser un número entero de 0 a 9999: la fila dice «12,5».',
      seller: 'El agente no existe: la fila dice «nadie».',
    })
  })

  it('respects the control date, but no cap of sales', () => {
    const { settings } = terms()
    const capped = { settings: { ...settings, transMax: 2, periods: ['AÑOS' as const] } }
    expect(errorsOf(verdictOf({ dateExpire: '2026-06-30' }, capped))).toBe('new')
    const controlled = { settings: { ...settings, dateControl: '2026-04-30' } }
    expect(errorsOf(verdictOf({ dateExpire: '2026-04-30' }, controlled))).toBe('new')
    expect(errorsOf(verdictOf({ dateExpire: 'unlimited' }, controlled))).toBe('new')
    expect(errorsOf(verdictOf({ dateExpire: '2026-05-01 00:00' }, controlled))).toEqual({
      dateExpire:
        'La nueva fecha de vencimiento no puede pasar del 30/04/2026: la fila dice «2026-05-01 00:00».',
    })
    for (const dateExpire of ['01/01/9000', '31/12/9999', '9999-12-31 23:59:59'])
      expect(errorsOf(verdictOf({ dateExpire }))).toEqual({
        dateExpire: `La nueva fecha de vencimiento no puede pasar del 31/12/3000: la fila dice «${dateExpire}».`,
      })
  })

  it('gets no profile that the importer cannot assign, and no licence as a demo', () => {
    expect(errorsOf(verdictOf({ profile: 'sa' }))).toEqual({
      profile: 'No puede asignar este perfil: la fila dice «sa».',
    })
    expect(errorsOf(verdictOf({ profile: 'otro' }))).toEqual({
      profile: 'No puede asignar este perfil: la fila dice «otro».',
    })
    expect(errorsOf(verdictOf({ profile: 'Demo' }))).toBe('new')
    expect(errorsOf(verdictOf({ profile: 'Demo', dateExpire: '2026-05-01' }))).toEqual({
      dateExpire: 'Es un demo: no compra licencias: la fila dice «2026-05-01».',
    })
    expect(verdictOf({ profile: 'Demo', dateExpire: '2020-05-01' })).toMatchObject({ user: { until: null } })
  })

  it('is in the charge of the importer, or of a reseller who may create such users', () => {
    const sellerError = (cells: UserCells) => errorsOf(verdictOf(cells))
    expect(sellerError({ profile: 'agent', seller: 'JEFE' })).toBe('new')
    expect(sellerError({ profile: 'agent', seller: 'sofía' })).toBe('new')
    expect(sellerError({ seller: 'sofía' })).toBe('new')
    const onlySuper = { seller: 'Un agente solo queda a cargo de un superagente: la fila dice «rosa».' }
    expect(sellerError({ profile: 'agent', seller: 'rosa' })).toEqual(onlySuper)
    expect(sellerError({ profile: 'superagent', seller: 'sofía' })).toEqual({
      seller: 'Solo los clientes y los agentes quedan a cargo de otro usuario: la fila dice «sofía».',
    })
    expect(sellerError({ profile: 'agent', seller: 'Ana' })).toEqual({
      seller: 'Nadie queda a cargo de sí mismo: la fila dice «Ana».',
    })
  })

  it.each([
    ['120', 120],
    ['120.0', 120],
    ['120,00', 120],
    ['0', 0],
    ['-', 0],
    ['9999', 9999],
  ])('as a reseller gets the balance %s', (creditToResell, balance) => {
    expect(verdictOf({ profile: 'agent', creditToResell })).toMatchObject({ user: { balance, until: null } })
  })

  it.each(['-1', '1.000', '12.5', '10000', '1e3', 'muchos', '٣', '0x10', '999999999999999999'])(
    'as a reseller is refused with the balance %s',
    (creditToResell) => {
      expect(errorsOf(verdictOf({ profile: 'agent', creditToResell }))).toEqual({
        creditToResell: `Debe ser un número entero de 0 a 9999: la fila dice «${creditToResell}».`,
      })
    },
  )

  it('gets a balance only as a reseller, from who may give credits', () => {
    expect(errorsOf(verdictOf({ creditToResell: '5' }))).toEqual({
      creditToResell: 'El usuario seleccionado no es un AGENTE: la fila dice «5».',
    })
    expect(errorsOf(verdictOf({ creditToResell: '0' }))).toBe('new')
    const { settings } = terms()
    const capped = { settings: { ...settings, transMax: 4 } }
    expect(errorsOf(verdictOf({ profile: 'agent', creditToResell: '5' }, capped))).toBe('new')
    const clerk = { ...terms().importer, routeAccess: buildGrants({ 'user-list': ['register'] }) }
    expect(errorsOf(verdictOf({}, { importer: clerk }))).toBe('new')
    expect(errorsOf(verdictOf({ dateExpire: '2027-01-01' }, { importer: clerk }))).toHaveProperty(
      'dateExpire',
    )
    expect(
      errorsOf(verdictOf({ profile: 'agent', creditToResell: '5' }, { importer: clerk })),
    ).toHaveProperty('creditToResell')
    expect(
      errorsOf(verdictOf({ profile: 'agent', creditToResell: '5' }, { importer: superagent(9) })),
    ).toHaveProperty('creditToResell')
  })

  it('gets no licence from a reseller, who needs credit to create it', () => {
    expect(errorsOf(verdictOf({}, { importer: superagent(1) }))).toBe('new')
    expect(errorsOf(verdictOf({}, { importer: superagent(0) }))).toEqual({
      '': 'No tiene créditos suficientes para crear usuarios.',
    })
    expect(errorsOf(verdictOf({ dateExpire: '2026-05-01' }, { importer: superagent(9) }))).toEqual({
      dateExpire: 'Solo quien puede dar créditos importa los vencimientos: deje esta columna sin importar.',
    })
  })
})

describe('the sellers of a file', () => {
  interface Line extends UserCells {
    name: string
    profile: string
    seller?: string
  }
  const ROLES = { agent: 'agent', superagent: 'superagent' } as const
  const read = (...lines: Line[]) => {
    const sellersOf = (fileSellers: ReadonlyMap<string, FileSeller>) => terms({ fileSellers })
    const verdictIn = (cells: UserCells, sellers: ReadonlyMap<string, FileSeller>) =>
      userVerdict({ password: 'abc', ...cells }, undefined, sellersOf(sellers))
    const resellers = lines.flatMap((cells, index) =>
      cells.profile in ROLES
        ? [
            {
              cells,
              key: cells.name,
              row: index + 2,
              role: cells.profile === 'agent' ? ('agent' as const) : ('superagent' as const),
              owner: cells.seller ?? null,
            },
          ]
        : [],
    )
    const sellers = findFileSellers(
      resellers,
      ({ cells }, before) => verdictIn(cells, before).verdict === 'refused',
    )
    return lines.map((cells) => errorsOf(verdictIn(cells, sellers)))
  }

  it('are found in any order of its rows', () => {
    const customer = { name: 'c', profile: 'app', seller: 'a' }
    const agent = { name: 'a', profile: 'agent', seller: 's' }
    const superagent = { name: 's', profile: 'superagent' }
    expect(read(customer, agent, superagent)).toEqual(['new', 'new', 'new'])
    expect(read(superagent, agent, customer)).toEqual(['new', 'new', 'new'])
  })

  it('are refused with those in their charge', () => {
    expect(
      read(
        { name: 'c', profile: 'app', seller: 'a' },
        { name: 'a', profile: 'agent', seller: 's' },
        { name: 's', profile: 'superagent', email: 'nada' },
      ),
    ).toEqual([
      { seller: 'El agente a cargo está en la fila 3, que no se puede importar: la fila dice «a».' },
      { seller: 'El agente a cargo está en la fila 4, que no se puede importar: la fila dice «s».' },
      { email: expect.anything() },
    ])
  })

  it('are refused in a circle, and where they may not have such users', () => {
    const circle = { seller: expect.stringContaining('Estos agentes quedarían a cargo uno del otro') }
    expect(
      read({ name: 'a', profile: 'agent', seller: 'b' }, { name: 'b', profile: 'agent', seller: 'a' }),
    ).toEqual([circle, circle])
    expect(
      read(
        { name: 'a', profile: 'agent', seller: 's' },
        { name: 's', profile: 'superagent', seller: 't' },
        { name: 't', profile: 'superagent', seller: 'a' },
      ),
    ).toEqual([circle, circle, circle])
    expect(read({ name: 'a', profile: 'agent' }, { name: 'b', profile: 'agent', seller: 'a' })).toEqual([
      'new',
      { seller: 'Un agente solo queda a cargo de un superagente: la fila dice «a».' },
    ])
    expect(read({ name: 'x', profile: 'app' }, { name: 'c', profile: 'app', seller: 'x' })[1]).toEqual({
      seller: 'El agente no existe: la fila dice «x».',
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
    origin: 'other',
    creditToResell: 0,
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
      creditToResell: '0',
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
    expect(notesOf({ dateExpire: 'pronto' })).toEqual(['Ya existe: no se importa el vencimiento.'])
    expect(notesOf({ creditToResell: '5' })).toEqual(['Ya existe: no se importa el balance.'])
    expect(found({ fullName: 'Ana P.', password: 'otra' })).toMatchObject({
      verdict: 'changed',
      notes: ['Ya existe: no se importa la contraseña.'],
    })
  })

  describe('whose licence an import made', () => {
    const imported: StoredUser = { ...stored, origin: 'import' }
    const licence = (dateExpire: string, user = imported, changes: Partial<UserImportTerms> = {}) =>
      found({ dateExpire }, changes, user)

    it.each([
      ['05/06/2026', '05/06/2026', '2026-06-06T03:59:59.999Z'],
      ['2026-04-01', '01/04/2026', '2026-04-02T03:59:59.999Z'],
      ['2026-05-01 07:30', '01/05/2026 07:30 am', '2026-05-01T11:30:00.000Z'],
      ['ilimitado', '31/12/3000', '3001-01-01T03:59:59.999Z'],
    ])('has its expiry changed to %s', (text, after, until) => {
      expect(licence(text)).toEqual({
        verdict: 'changed',
        values: { dateExpire: { until, was: '2026-05-01T12:00:00.000Z' } },
        changes: [{ field: 'dateExpire', before: '01/05/2026 08:00 am', after }],
        notes: [],
      })
    })

    it.each(['', 'NULL', '0000-00-00', '01/05/2026', '2026-05-01 08:00:00 am', '1777636800'])(
      'keeps its expiry with %j',
      (text) => {
        expect(licence(text)).toEqual({ verdict: 'same', notes: [] })
      },
    )

    it('gets its first licence, and an ended one a later expiry', () => {
      const never = { ...imported, dateExpire: null }
      expect(licence('2026-06-01', never)).toMatchObject({
        values: { dateExpire: { was: null } },
        changes: [{ before: '', after: '01/06/2026' }],
      })
      const ended = { ...imported, dateExpire: new Date('2026-02-01T12:00:00Z') }
      expect(licence('2026-03-01', ended)).toMatchObject({ verdict: 'changed' })
    })

    it('keeps an expiry that cannot be brought to that of the file, and says why', () => {
      expect(licence('2026-03-01')).toEqual({
        verdict: 'same',
        notes: ['El vencimiento queda como está. El vencimiento no puede haber pasado.'],
      })
      const { settings } = terms()
      expect(
        licence('2027-01-01', imported, { settings: { ...settings, dateControl: '2026-12-31' } }),
      ).toEqual({
        verdict: 'same',
        notes: [
          'El vencimiento queda como está. La nueva fecha de vencimiento no puede pasar del 31/12/2026.',
        ],
      })
    })

    it('keeps it after a change by others, and from importers who may not change it', () => {
      expect(licence('2026-06-05', { ...imported, origin: 'changed' })).toEqual({
        verdict: 'same',
        notes: ['El vencimiento cambió desde la importación: sigue siendo 01/05/2026 08:00 am.'],
      })
      const clerk = {
        ...terms().importer,
        routeAccess: buildGrants({ 'user-list': ['register'], 'user-edit': ['modify'] }),
      }
      for (const importer of [clerk, superagent(9)])
        expect(licence('2026-06-05', imported, { importer })).toEqual({
          verdict: 'same',
          notes: ['Ya existe: no se importa el vencimiento.'],
        })
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
