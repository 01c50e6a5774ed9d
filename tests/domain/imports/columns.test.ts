import { describe, expect, test } from 'vitest'
import { channelEntity } from '../../../src/domain/channels/channel.ts'
import { movieEntity } from '../../../src/domain/contents/movie.ts'
import { seriesEntity } from '../../../src/domain/contents/series.ts'
import { sportEntity } from '../../../src/domain/contents/sport.ts'
import { importFields, readCells } from '../../../src/domain/imports/cells.ts'
import { recogniseColumns } from '../../../src/domain/imports/columns.ts'
import { chosenFields, mostChosen } from '../../../src/domain/imports/import.ts'
import { fieldName } from '../../../src/domain/names.ts'

const movies = importFields('movies', movieEntity.schemas.new)
const channels = importFields('channels', channelEntity.schemas.new)

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

  test('of one field are taken once, the surest first', () => {
    expect(recogniseColumns(['nombre', 'title', 'title'], movies)).toEqual([null, 'title', null])
  })

  test.each([movieEntity, seriesEntity, sportEntity, channelEntity])(
    'of exports are recognised',
    (entity) => {
      const fields = importFields(entity.resource, entity.schemas.new)
      const labels = fields.map(({ name }) => fieldName(entity.resource, name))
      expect(recogniseColumns(labels, fields)).toEqual(fields.map(({ name }) => name))
    },
  )

  test('that a new record needs are marked', () => {
    const required = channels.filter(({ isRequired }) => isRequired).map(({ name }) => name)
    expect(required).toEqual(['number', 'title', 'image', 'link', 'category'])
  })
})

const read = (cells: Record<string, string>, stored?: Record<string, unknown>) =>
  readCells(movieEntity.schemas.new, cells, named, stored)
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
  test('are read by what their field holds', () => {
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

  test('of links add addresses, and change those that are there', () => {
    const link = { link: 'a.mp4', quality: 'HD', audio: ['ESP'], status: true }
    const cells = { content: 'a.mp4 | https://cdn.example/b.mp4', quality: '4k', audio: 'Inglés, esp' }
    expect(read(cells, { content: [link, { ...link, link: 'c.mp4' }] }).content).toEqual([
      { ...link, quality: '4K', audio: ['ING', 'ESP'] },
      { ...link, link: 'c.mp4' },
      { link: 'https://cdn.example/b.mp4', linkType: 'E', quality: '4K', audio: ['ING', 'ESP'] },
    ])
    expect(read({ content: '[{"link":"x"}]' }).content).toEqual([{ link: 'x' }])
    expect(read({ content: '[roto' }).content).toBe('[roto')
  })
})

test('new rows are taken together, fields of stored records one by one, and each row otherwise where it is said', () => {
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

test('the rows that a choice writes are counted before they are written', () => {
  const counts = { new: 10, changed: 5 }
  const none = { takeNew: false, fields: [], rows: [] }
  expect(mostChosen(none, counts)).toBe(0)
  expect(mostChosen({ ...none, takeNew: true, rows: [{ row: 2, take: false }] }, counts)).toBe(9)
  expect(mostChosen({ ...none, fields: ['year'] }, counts)).toBe(5)
  expect(mostChosen({ takeNew: true, fields: ['year'], rows: [{ row: 2, take: true }] }, counts)).toBe(15)
})
