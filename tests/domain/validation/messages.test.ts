import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { channelSchema } from '../../../src/domain/channels/channel.ts'
import { channelGuideSchema } from '../../../src/domain/channels/channel-guide.ts'
import { channelListSchema } from '../../../src/domain/channels/channel-list.ts'
import { categorySchema } from '../../../src/domain/contents/category.ts'
import { newEpisodeSchema } from '../../../src/domain/contents/episode.ts'
import { contentLinkSchema } from '../../../src/domain/contents/link.ts'
import { editedMovieSchema } from '../../../src/domain/contents/movie.ts'
import { radioSchema } from '../../../src/domain/contents/radio.ts'
import { newSeriesSchema } from '../../../src/domain/contents/series.ts'
import { backgroundImageSchema } from '../../../src/domain/settings/background-image.ts'
import { settingsSchema } from '../../../src/domain/settings/settings.ts'
import { passwordChangeSchema } from '../../../src/domain/users/password.ts'
import { profileSchema } from '../../../src/domain/users/profile.ts'
import { newUserSchema } from '../../../src/domain/users/user.ts'
import { validate } from '../../../src/domain/validation/errors.ts'

const RULES = readFileSync(new URL('../../data/validation-rules.md', import.meta.url), 'utf8')

/** The text under a heading of the fixture. */
const rulesOf = (heading: string): string => {
  const text = RULES.split(/\n(?=\*\*)/).find((part) => part.startsWith(`**${heading}`))
  if (!text) throw new Error(`validation-rules.md has no heading ${heading}`)
  return text
}

/** The messages quoted under a heading, as `field required ('…')`. */
const quoted = (heading: string): string[] =>
  [...rulesOf(heading).matchAll(/'([^']{6,})'/g)].map(([, text]) => text ?? '')

const said = (schema: z.ZodType, ...values: unknown[]): string[] =>
  values.flatMap((value) => validate(schema, value).map(({ message }) => message))

const season = { number: 1, description: 'Temporada 1' }
const link = { link: 'a', quality: 'HD', audio: ['ESP', 'ING'] }

const CASES: [heading: string, messages: string[], elsewhere: string[]][] = [
  [
    'User create/modify',
    said(newUserSchema, {}, { email: 'x', celPhone: 'x', password: 'x' }),
    ['No tiene créditos suficientes para crear usuarios.'],
  ],
  ['Password change', said(passwordChangeSchema, { newPassword: '' }), ['Contraseña incorrecta.']],
  [
    'Settings',
    said(
      settingsSchema,
      { appVersionCode: null, periods: [], mailsOrigin: ['', 'x'], alertMessages: [''], tvUrlBase: 'x' },
      { mailsOrigin: ['a@b.example', 'a@b.example'] },
    ),
    ['Debe seleccionar al menos un período.'],
  ],
  [
    'Profile',
    said(profileSchema, {}),
    ['Ya se encuentra agregado el perfil', 'No puede eliminar el perfil, es un registro de sistema.'],
  ],
  ['Category', said(categorySchema, {}), ['Yá existe la creación de la categoría digitada']],
  [
    'Movie, documentary, on-demand, concert, sport',
    said(
      editedMovieSchema,
      {},
      { covertImage: 'x' },
      { content: [{ ...link, status: false }] },
      { monoAudio: true, content: [link] },
    ),
    [],
  ],
  [
    'Series',
    [
      ...said(newSeriesSchema, { rated: 'N/A' }, { seasons: [{ number: 1 }] }, { seasons: [season, season] }),
      ...said(newEpisodeSchema, {}),
    ],
    ['El episodio ya existe, no se puede duplicar!', 'Debe completar los campos necesarios'],
  ],
  [
    'Channel:',
    said(
      channelSchema,
      {},
      { link: 'javascript:x', channelGuide: 'g' },
      { linkInternal: 'E', link: 'x', image: 'x', flag: 'x' },
    ),
    [],
  ],
  ['Guide', said(channelGuideSchema, {}, { url: 'x' }), []],
  ['Channel list', said(channelListSchema, {}, { link: 'x', guideLink: 'x' }), []],
  ['Radio', said(radioSchema, {}, { link: 'x' }), []],
  ['Link dialog', said(contentLinkSchema, {}, { ...link, link: 'x', linkType: 'E' }), []],
  ['Image dialog', said(backgroundImageSchema, { image: 'x' }), ['*Debe completar los datos requeridos']],
]

describe.each(CASES)('the messages of %s', (heading, messages, elsewhere) => {
  it.each(quoted(heading).filter((message) => !elsewhere.includes(message)))(
    'include %j verbatim',
    (message) => {
      expect(messages).toContain(message)
    },
  )

  it('omit only messages that are quoted there', () => {
    expect(quoted(heading)).toEqual(expect.arrayContaining(elsewhere))
  })
})
