import { describe, expect, test } from 'vitest'
import { channelEntity } from '../../../src/domain/channels/channel.ts'
import { CATEGORY_TYPES, categoryEntity } from '../../../src/domain/contents/category.ts'
import { movieEntity } from '../../../src/domain/contents/movie.ts'
import { seriesEntity } from '../../../src/domain/contents/series.ts'
import { sportEntity } from '../../../src/domain/contents/sport.ts'
import { fieldLabel } from '../../../src/domain/field-labels.ts'
import { type CellReading, importFields, readCells, rowErrors } from '../../../src/domain/imports/cells.ts'
import { recogniseColumns } from '../../../src/domain/imports/columns.ts'
import { dayReading } from '../../../src/domain/imports/days.ts'
import { chosenFields } from '../../../src/domain/imports/import.ts'
import { USER_IMPORT_FIELDS } from '../../../src/domain/users/import.ts'
import { validate } from '../../../src/domain/validation/errors.ts'

const movies = importFields(movieEntity.schemas.new)
const channels = importFields(channelEntity.schemas.new)

describe('columns of users', () => {
  test.each([
    [
      'name',
      [
        'Usuario',
        'USERNAME',
        'User name',
        'Nombre de usuario',
        'login',
        'Nome de usuário',
        'utilizador',
        'Account',
      ],
    ],
    [
      'password',
      ['Contraseña', 'contrasena', 'Password', 'Clave', 'Clave de acceso', 'senha', 'palavra-passe'],
    ],
    [
      'fullName',
      [
        ...[
          'Nombre y apellidos',
          'NOMBRE Y APELLIDO',
          'Nombres y apellidos',
          'Apellidos y nombres',
          'Nombre del cliente',
        ],
        ...[
          'Titular',
          'Cliente',
          'Full name',
          'customer_name',
          'Nome completo',
          'Nome do cliente',
          'Assinante',
        ],
      ],
    ],
    [
      'email',
      [
        'Correo electrónico',
        'correo',
        'E-mail',
        'Dirección de correo',
        'Endereço de e-mail',
        'Correio eletrônico',
      ],
    ],
    ['address', ['Dirección', 'Domicilio', 'Calle', 'Endereço', 'Morada', 'Street address']],
    [
      'telePhone',
      ['Teléfono', 'Teléfono fijo', 'Número de teléfono', 'Tlf.', 'Phone number', 'Telefone', 'Landline'],
    ],
    [
      'celPhone',
      [
        ...[
          'Teléfono móvil',
          'telefono movil',
          'Celular',
          'Teléfono celular',
          'Móvil',
          'WhatsApp',
          'Telemóvel',
        ],
        ...['Mobile phone', 'Cell number', 'Telefone celular'],
      ],
    ],
    ['comment', ['Comentario', 'Observaciones', 'Notas', 'Detalle', 'Remarks', 'Observações']],
    [
      'dateExpire',
      [
        'Vencimiento',
        'Fecha de corte',
        'Caducidad',
        'exp_date',
        'Due date',
        'Data de vencimento',
        'Válido até',
      ],
    ],
    ['seller', ['Agente', 'Revendedor', 'Vendedor', 'Distribuidor', 'Reseller name', 'Revenda']],
  ])('are mapped to %s by the headings that people and programs use', (field, headings) => {
    for (const heading of headings)
      expect(recogniseColumns([heading], USER_IMPORT_FIELDS), heading).toEqual([field])
  })

  test('of a spreadsheet are all recognised', () =>
    expect(
      recogniseColumns(
        ['Usuario', 'Contraseña', 'Nombre y apellidos', 'Teléfono móvil', 'Fecha de corte'],
        USER_IMPORT_FIELDS,
      ),
    ).toEqual(['name', 'password', 'fullName', 'celPhone', 'dateExpire']))
})

describe('columns', () => {
  test('are recognised by field, by the label of the screens, and by common names', () => {
    const columns = [
      'ID',
      'TITULO',
      'imdb_id',
      ' Año ',
      'Duración (min)',
      'poster',
      'Plot',
      'URL',
      'nada',
      '',
    ]
    expect(recogniseColumns(columns, movies)).toEqual([
      ...['_id', 'title', 'imdbId', 'year', 'runtime', 'covertImage', 'synopsis', 'content', null, null],
    ])
    expect(recogniseColumns(['Número', 'Nombre', 'tvg-logo', 'Grupo', 'Enlace', 'Guía'], channels)).toEqual([
      ...['number', 'title', 'image', 'category', 'link', 'channelGuide'],
    ])
  })

  test('of categories are known by their English names', () => {
    const categories = importFields(categoryEntity.schemas.new)
    const columns = ['Description', 'Description English', 'Type']
    expect(recogniseColumns(columns, categories)).toEqual(['name', 'descriptionEnglish', 'type'])
  })

  test('for one field are mapped once, to the best match', () => {
    expect(recogniseColumns(['nombre', 'title', 'title'], movies)).toEqual([null, 'title', null])
  })

  test.each([movieEntity, seriesEntity, sportEntity, channelEntity])(
    'of exports are recognised',
    (entity) => {
      const fields = importFields(entity.schemas.new)
      const labels = fields.map(({ name }) => fieldLabel(entity.resource, name))
      expect(recogniseColumns(labels, fields)).toEqual(fields.map(({ name }) => name))
    },
  )

  test('required by a new record are flagged', () => {
    const required = channels.filter(({ isRequired }) => isRequired).map(({ name }) => name)
    expect(required).toEqual(['number', 'title', 'image', 'link', 'category'])
  })
})

const readingWith = (changes: Partial<CellReading> = {}): CellReading => ({
  named,
  days: dayReading([]),
  timeZone: 'America/Santo_Domingo',
  links: {},
  ...changes,
})
const read = (
  cells: Record<string, string>,
  stored?: Record<string, unknown>,
  changes: Partial<CellReading> = {},
) => readCells(movieEntity.schemas.new, cells, readingWith(changes), stored)
const named = new Map([
  [
    'categories',
    new Map([
      ['accion, drama', ['a']],
      ['drama', ['b']],
      ['doble', ['c', 'd']],
    ]),
  ],
])

describe('cells', () => {
  test('are parsed by the type of their field', () => {
    expect(
      read({
        title: ' Alfa ',
        year: '1999',
        rating: '7,5',
        hasOscar: 'sí',
        children: 'NO',
        isPremiere: 'tal vez',
        rated: 'pg-13',
        trailerProvider: 'youtube',
        genres: 'Drama; Crimen|Terror',
        released: '05/12/1999',
        categories: 'Acción, Drama, drama, doble',
      }),
    ).toEqual({
      title: 'Alfa',
      year: 1999,
      rating: 7.5,
      hasOscar: true,
      children: false,
      isPremiere: 'tal vez',
      rated: 'PG-13',
      trailerProvider: 'Y',
      genres: ['Drama', 'Crimen', 'Terror'],
      released: '1999-12-05',
      categories: ['a', 'b', 'doble'],
    })
    expect(read({ released: '31/02/1999', year: '1.999.000', runtime: '' })).toEqual({
      released: '31/02/1999',
      year: '1.999.000',
      runtime: '',
    })
  })

  test('of links add links, and change existing ones', () => {
    const link = { link: 'a.mp4', quality: 'HD', audio: ['ESP'], status: true }
    const cells = { content: 'a.mp4 | https://cdn.example/b.mp4', quality: '4k', audio: 'Inglés, esp' }
    expect(read(cells, { content: [link, { ...link, link: 'c.mp4' }] }).content).toEqual([
      { ...link, quality: '4K', audio: ['ING', 'ESP'] },
      { ...link, link: 'c.mp4' },
      { link: 'https://cdn.example/b.mp4', linkType: 'E', quality: '4K', audio: ['ING', 'ESP'] },
    ])
    const defaults: Partial<CellReading> = { links: { quality: 'DVD', audio: ['POR'] } }
    expect(read({ content: 'a.mp4|c.mp4', audio: 'Francés' }, { content: [link] }, defaults).content).toEqual(
      [
        { ...link, audio: ['FRA'] },
        { link: 'c.mp4', linkType: 'I', quality: 'DVD', audio: ['FRA'] },
      ],
    )
    expect(read({ content: '[{"link":"x"}]' }).content).toEqual([{ link: 'x' }])
    expect(read({ content: '[roto' }).content).toBe('[roto')
  })
})

describe('the errors of a row', () => {
  const errorsOf = (cells: Record<string, string>, changes: Partial<CellReading> = {}) => {
    const reading = readingWith(changes)
    const { new: schema } = movieEntity.schemas
    const errors = validate(schema, readCells(schema, cells, reading))
    return Object.fromEntries(
      rowErrors(schema, errors, cells, reading).map(({ field, message }) => [field, message]),
    )
  }

  test('have the field of the column, and quote the row', () => {
    const errors = errorsOf({ content: 'a.mp4|b.mp4', audio: 'Klingon, ESP', year: 'mil', rated: 'X' })
    expect(Object.keys(errors).filter((field) => field.includes('.'))).toEqual([])
    expect(errors).toMatchObject({
      quality: 'Debe seleccionar la calidad: elija su columna, o un valor para todo el archivo.',
      audio: expect.stringMatching(/^El idioma «Klingon» no existe: use Español, Inglés, .*Alemán/),
      rated: expect.stringMatching(/^La clasificación «X» no existe: use G, /),
      year: 'Debe digitar el año: la fila dice «mil».',
      title: 'Debe especificar el título.',
    })
    expect(errorsOf({ content: 'a.mp4' }, { links: { quality: 'HD', audio: ['ESP'] } })).not.toHaveProperty(
      'quality',
    )
  })

  test('name the choices of a type, and the spellings of Sí and No', () => {
    const { new: schema } = categoryEntity.schemas
    const cells = { name: 'Uno', descriptionEnglish: 'One', type: 'PELÍCULAS', status: 'quizás' }
    const errors = validate(schema, readCells(schema, cells, readingWith()))
    expect(rowErrors(schema, errors, cells, readingWith())).toEqual([
      {
        field: 'type',
        message: `El tipo «PELÍCULAS» no existe: use ${CATEGORY_TYPES.join(', ')}.`,
      },
      { field: 'status', message: 'Debe decir Sí o No: la fila dice «quizás».' },
    ])
  })

  test('name the unknown or ambiguous reference', () => {
    const refused = (categories: string) =>
      rowErrors(
        movieEntity.schemas.new,
        [{ field: 'categories', message: 'La categoría no existe.' }],
        { categories },
        readingWith(),
      )
    expect(refused('Drama; Nada')).toEqual([
      { field: 'categories', message: 'La categoría no existe: la fila dice «Nada».' },
    ])
    expect(refused('drama, doble')).toEqual([
      { field: 'categories', message: 'Varios registros se llaman «doble»: escriba el Id de uno.' },
    ])
  })

  test('state the day format of the file', () => {
    const days = dayReading([{ 'DD/MM': '31/12/1999' }])
    expect(errorsOf({ released: '12/31/1999' }, { days }).released).toContain('«31/12/1999» (DD/MM/AAAA)')
    expect(errorsOf({ released: '3500-01-01' }, { days }).released).toContain('la fila dice «3500-01-01»')
  })
})

test('selects new rows together, fields of stored records one by one, and single rows as exceptions', () => {
  const choice = { takeNew: true, fields: ['year'] }
  const changed = { verdict: 'changed', changed: ['title', 'year'] } as const
  const fresh = { verdict: 'new', changed: [] } as const
  expect(chosenFields(choice, undefined, fresh)).toEqual([])
  expect(chosenFields(choice, { row: 2, take: false }, fresh)).toBeUndefined()
  expect(chosenFields(choice, undefined, changed)).toEqual(['year'])
  expect(chosenFields({ ...choice, fields: ['link'] }, undefined, changed)).toBeUndefined()
  expect(chosenFields(choice, { row: 2, take: true }, changed)).toEqual(['title', 'year'])
  expect(chosenFields(choice, { row: 2, take: true, fields: ['title'] }, changed)).toEqual(['title'])
  expect(chosenFields(choice, { row: 2, take: false }, changed)).toBeUndefined()
  expect(chosenFields(choice, { row: 2, take: true }, { verdict: 'refused', changed: [] })).toBeUndefined()
})
