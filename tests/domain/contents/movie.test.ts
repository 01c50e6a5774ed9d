import { describe, expect, it } from 'vitest'
import { editedMovieSchema, newMovieSchema } from '../../../src/domain/contents/movie.ts'
import { validate } from '../../../src/domain/validation/errors.ts'

const link = { link: 'peliculas/isla/hd.m3u8', quality: 'HD', audio: ['ESP'] }
const movie = {
  title: 'La isla mínima',
  year: 2014,
  rated: 'R',
  synopsis: 'Dos detectives en 1980.',
  synopsisEng: 'Two detectives in 1980.',
  genres: ['Crimen', 'Suspenso'],
  covertImage: '/pictures/cover/isla.svg',
  fullImage: 'https://img.cartelera.example/isla.jpg',
  trailer: 'https://videos.cartelera.example/isla',
  content: [link],
}
const errors = (change: object) => validate(newMovieSchema, { ...movie, ...change })
const messages = (change: object) =>
  Object.fromEntries(errors(change).map(({ field, message }) => [field, message]))

describe('a film', () => {
  it('is valid with its required fields only', () => {
    expect(errors({})).toEqual([])
  })

  it('reports every mistake of an empty form at once', () => {
    expect(
      validate(newMovieSchema, {})
        .map(({ field }) => field)
        .sort(),
    ).toEqual(
      [
        'content',
        'covertImage',
        'fullImage',
        'genres',
        'rated',
        'synopsis',
        'synopsisEng',
        'title',
        'trailer',
        'year',
      ].sort(),
    )
  })

  it.each([1899, 10_000, 20.5, Number.NaN, '2014', null])('rejects the year %s', (year) => {
    expect(messages({ year })).toEqual({ year: 'Debe digitar el año.' })
  })

  it.each([-1, 10_000, 1.5])('rejects the runtime %s', (runtime) => {
    expect(Object.keys(messages({ runtime }))).toEqual(['runtime'])
  })

  it('rejects a blank title, and keeps white space around one', () => {
    expect(messages({ title: '   ' })).toEqual({ title: 'Debe especificar el título.' })
    expect(newMovieSchema.parse({ ...movie, title: '  X ' }).title).toBe('  X ')
  })

  it('rejects a NUL and a lone surrogate in any text', () => {
    expect(Object.keys(messages({ title: 'a\u0000b', synopsis: '\ud800' })).sort()).toEqual([
      'synopsis',
      'title',
    ])
  })

  it.each([
    'javascript:alert(1)',
    'data:image/png;base64,AA',
    '//host.example/x.png',
    '/\\host',
    'x.png',
    'ftp://h.example/x',
  ])('rejects the image %s', (covertImage) => {
    expect(messages({ covertImage })).toEqual({ covertImage: 'Link invalido.' })
  })

  it('rejects fields of the server and unknown fields', () => {
    for (const field of ['_id', 'view', 'hasLinkReserved', 'dateCreate', 'userCreate', 'x'])
      expect(Object.keys(messages({ [field]: 1 }))).toEqual([field])
  })

  it('requires its creation date in update mode', () => {
    const changed = (dateCreate?: string) => validate(editedMovieSchema, { ...movie, dateCreate })
    expect(changed()).toEqual([{ field: 'dateCreate', message: 'Debe especificar la fecha de Creación' }])
    expect(changed('1799-12-31T00:00:00.000Z')).toHaveLength(1)
    expect(changed('3001-01-01')).toHaveLength(1)
    expect(changed('2020-02-30')).toHaveLength(1)
    expect(changed('2020-02-29T00:00:00.000Z')).toEqual([])
  })
})

describe('the links of a film', () => {
  it('are at least one, one of them active', () => {
    expect(messages({ content: [] })).toEqual({ content: 'Debe agregar por lo meno un link.' })
    expect(messages({ content: [{ ...link, status: false }] })).toEqual({
      content: 'Por lo menos debe de existir un link activo',
    })
  })

  it('report the link and the field of a mistake', () => {
    expect(messages({ content: [link, { ...link, quality: 'VHS', audio: [] }] })).toEqual({
      'content.1.quality': 'Debe seleccionar la calidad',
      'content.1.audio': 'Debe seleccionar por lo meno un lenguage de audio',
    })
  })

  it('are absolute URLs unless internal', () => {
    expect(messages({ content: [{ ...link, linkType: 'E' }] })).toEqual({
      'content.0.link': 'El link digitado no es valido',
    })
    for (const address of [
      'https://cdn.example/a.m3u8',
      'rtmp://h.example/a',
      'rtsp://h.example/a',
      'udp://@239.0.0.1:1234',
    ])
      expect(errors({ content: [{ ...link, linkType: 'E', link: address }] })).toEqual([])
  })

  it.each(['javascript:alert(1)', ' JavaScript:alert(1)', 'java\nscript:alert(1)', 'data:text/html,x'])(
    'cannot be %j, also if internal',
    (address) => {
      expect(messages({ content: [{ ...link, link: address }] })).toEqual({
        'content.0.link': 'El link digitado no es valido',
      })
    },
  )

  it('name a provider only when external', () => {
    expect(Object.keys(messages({ content: [{ ...link, provider: 2 }] }))).toEqual(['content.0.provider'])
    expect(
      errors({ content: [{ ...link, linkType: 'E', link: 'https://a.example/b', provider: 2 }] }),
    ).toEqual([])
  })

  it('have one audio language each with monoAudio, reported along with other mistakes', () => {
    const content = [{ ...link, audio: ['ESP', 'ING'] }]
    const MONO = 'Los links solo deben tener un solo lenguage de audio, ya que ha seleccionado Modo Audio.'
    expect(errors({ content })).toEqual([])
    expect(messages({ content, monoAudio: true })).toEqual({ content: MONO })
    expect(messages({ content, monoAudio: true, title: '' })).toEqual({
      title: 'Debe especificar el título.',
      content: MONO,
    })
  })
})
