import { describe, expect, it } from 'vitest'
import { backgroundImageSchema, newBackgroundImage } from '../../../src/domain/settings/background-image.ts'
import { settingsSchema } from '../../../src/domain/settings/settings.ts'
import { validate } from '../../../src/domain/validation/errors.ts'

const image = {
  image: '/pictures/background/isla.svg',
  isChildren: false,
  info: { infoType: 'Estreno', title: 'La isla', year: 2014, genres: ['Drama'], duration: 105, rated: 'R' },
  content: { link: '', trailerProvider: 'Y', enableClick: false, contentId: '', contentType: '' },
}

const messages = (value: unknown) =>
  Object.fromEntries(validate(backgroundImageSchema, value).map(({ field, message }) => [field, message]))

const click = { ...image.content, enableClick: true }

describe('a background image', () => {
  it('is complete with its image, type, title and year', () => {
    expect(messages(image)).toEqual({})
    expect(Object.keys(messages(newBackgroundImage())).sort()).toEqual([
      'image',
      'info.infoType',
      'info.title',
      'info.year',
    ])
  })

  it.each(['x', 'ftp://x.example/a.jpg', 'data:image/png;base64,AA'])('rejects the URL %s', (address) => {
    expect(messages({ ...image, image: address })).toEqual({ image: 'URL Inválida' })
  })

  it('with enableClick requires the content that it opens', () => {
    expect(Object.keys(messages({ ...image, content: click }))).toEqual([
      'content.contentId',
      'content.contentType',
    ])
    expect(messages({ ...image, content: { ...click, contentId: 'a1', contentType: 'Película' } })).toEqual(
      {},
    )
  })

  it('reports all of its mistakes at once', () => {
    expect(Object.keys(messages({ ...image, image: '', content: click })).sort()).toEqual([
      'content.contentId',
      'content.contentType',
      'image',
    ])
  })

  it.each([null, 'x', {}, { content: null }, { content: 5 }])('rejects %j', (value) => {
    expect(Object.keys(messages(value)).length).toBeGreaterThan(0)
  })

  it('reports mistakes with its position and the nested field', () => {
    const wrong = { ...image, title: 'x', info: { ...image.info, title: '' } }
    const fields = validate(settingsSchema, { contentBackground: [image, wrong, {}] }).map(
      ({ field }) => field,
    )
    expect(fields).toEqual(
      expect.arrayContaining([
        'contentBackground.1.title',
        'contentBackground.1.info.title',
        'contentBackground.2.image',
      ]),
    )
    expect(fields.filter((field) => field.startsWith('contentBackground.0'))).toEqual([])
  })
})
