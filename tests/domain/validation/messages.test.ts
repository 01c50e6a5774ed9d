import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { channelShape } from '../../../src/domain/channels/channel.ts'
import { channelGuideShape } from '../../../src/domain/channels/channel-guide.ts'
import { channelListShape } from '../../../src/domain/channels/channel-list.ts'
import { categoryShape } from '../../../src/domain/contents/category.ts'
import { newEpisodeShape } from '../../../src/domain/contents/episode.ts'
import { contentLinkShape } from '../../../src/domain/contents/link.ts'
import { editedMovieShape } from '../../../src/domain/contents/movie.ts'
import { radioShape } from '../../../src/domain/contents/radio.ts'
import { newSeriesShape } from '../../../src/domain/contents/series.ts'
import { backgroundImageShape } from '../../../src/domain/settings/background-image.ts'
import { settingsShape } from '../../../src/domain/settings/settings.ts'
import { passwordChangeShape } from '../../../src/domain/users/password.ts'
import { profileShape } from '../../../src/domain/users/profile.ts'
import { newUserShape } from '../../../src/domain/users/user.ts'
import { check } from '../../../src/domain/validation/problems.ts'

const RULES = readFileSync(new URL('../../data/validation-rules.md', import.meta.url), 'utf8')

/** The text under one heading of the fixture. */
const rulesOf = (heading: string): string => {
  const text = RULES.split(/\n(?=\*\*)/).find((part) => part.startsWith(`**${heading}`))
  if (!text) throw new Error(`validation-rules.md has no heading ${heading}`)
  return text
}

/** The messages quoted under a heading, as `field required ('…')`. */
const quoted = (heading: string): string[] =>
  [...rulesOf(heading).matchAll(/'([^']{6,})'/g)].map(([, text]) => text ?? '')

const said = (shape: z.ZodType, ...values: unknown[]): string[] =>
  values.flatMap((value) => check(shape, value).map(({ message }) => message))

const season = { number: 1, description: 'Temporada 1' }
const link = { link: 'a', quality: 'HD', audio: ['ESP', 'ING'] }

const CASES: [heading: string, messages: string[], elsewhere: string[]][] = [
  [
    'User create/modify',
    said(newUserShape, {}, { email: 'x', celPhone: 'x', password: 'x' }),
    ['No tiene créditos suficientes para crear usuarios.'],
  ],
  ['Password change', said(passwordChangeShape, { newPassword: '' }), ['Contraseña incorrecta.']],
  [
    'Settings',
    said(
      settingsShape,
      { appVersionCode: null, periods: [], mailsOrigin: ['', 'x'], alertMessages: [''], tvUrlBase: 'x' },
      { mailsOrigin: ['a@b.example', 'a@b.example'] },
    ),
    ['Debe seleccionar al menos un período.'],
  ],
  [
    'Profile',
    said(profileShape, {}),
    ['Ya se encuentra agregado el perfil', 'No puede eliminar el perfil, es un registro de sistema.'],
  ],
  ['Category', said(categoryShape, {}), ['Yá existe la creación de la categoría digitada']],
  [
    'Movie, documentary, on-demand, concert, sport',
    said(
      editedMovieShape,
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
      ...said(newSeriesShape, { rated: 'N/A' }, { seasons: [{ number: 1 }] }, { seasons: [season, season] }),
      ...said(newEpisodeShape, {}),
    ],
    ['El episodio ya existe, no se puede duplicar!', 'Debe completar los campos necesarios'],
  ],
  [
    'Channel:',
    said(
      channelShape,
      {},
      { link: 'javascript:x', channelGuide: 'g' },
      { linkInternal: 'E', link: 'x', image: 'x', flag: 'x' },
    ),
    [],
  ],
  ['Guide', said(channelGuideShape, {}, { url: 'x' }), []],
  ['Channel list', said(channelListShape, {}, { link: 'x', guideLink: 'x' }), []],
  ['Radio', said(radioShape, {}, { link: 'x' }), []],
  ['Link dialog', said(contentLinkShape, {}, { ...link, link: 'x', linkType: 'E' }), []],
  ['Image dialog', said(backgroundImageShape, { image: 'x' }), ['*Debe completar los datos requeridos']],
]

describe.each(CASES)('the messages of %s', (heading, messages, elsewhere) => {
  it.each(quoted(heading).filter((message) => !elsewhere.includes(message)))(
    'include %j, letter for letter',
    (message) => {
      expect(messages).toContain(message)
    },
  )

  it('leave out only messages that are quoted there', () => {
    expect(quoted(heading)).toEqual(expect.arrayContaining(elsewhere))
  })
})
