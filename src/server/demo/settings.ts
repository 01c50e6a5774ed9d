import { posterPath } from '../../domain/contents/pictures.ts'
import type { Period } from '../../domain/credits/transaction.ts'
import type { BackgroundImage } from '../../domain/settings/background-image.ts'
import { firstSettings, type Settings } from '../../domain/settings/settings.ts'
import type { AnswerTemplate } from '../../domain/support/issue-comment.ts'
import { DAY, shift } from './clock.ts'
import { tellingGenre } from './contents/genres.ts'
import { mediaUrl } from './media/addresses.ts'

export const DEMO_MAILS = [
  'catalogo@cartelera.example',
  'estrenos@cartelera.example',
  'clasicos@cartelera.example',
] as const

export const DEMO_TEMPLATES: readonly AnswerTemplate[] = [
  { name: 'Ya funciona', text: 'Gracias por avisarnos. «{titulo}» ya funciona: ábralo de nuevo.' },
  { name: 'Lo estamos revisando', text: 'Recibimos su reporte de «{titulo}». Lo estamos revisando.' },
  {
    name: 'Reiniciar la aplicación',
    text: 'No encontramos la falla en «{titulo}». Cierre la aplicación, ábrala de nuevo y avísenos si sigue igual.',
  },
  { name: 'Sin solución por ahora', text: 'Por ahora no podemos corregir «{titulo}». Le pedimos disculpas.' },
]

/** Prices of a credit by period, in pesos. */
const PRICES: Readonly<Record<Period, number>> = { MESES: 350, AÑOS: 3600 }
const OLD_MONTHLY_PRICE = 325
/** Days since the monthly price went up. */
const PRICE_DAYS = 8

/** The price of a credit at an instant. */
export const priceAt = (period: Period, date: Date, now: Date): number =>
  period === 'MESES' && date < shift(now, -PRICE_DAYS * DAY) ? OLD_MONTHLY_PRICE : PRICES[period]

/** Changes of the settings, the latest first: by whom, how many days ago, and what they were before. */
export const SETTINGS_CHANGES: readonly { by: string; days: number; before: Partial<Settings> }[] = [
  { by: 'sa', days: 5, before: { appVersionCode: 33, appVersionName: '3.3.2' } },
  { by: 'sa', days: PRICE_DAYS, before: { creditPriceMonthly: OLD_MONTHLY_PRICE } },
  { by: 'admin', days: 19, before: { alertMessages: [] } },
]

type Announcement = Pick<
  BackgroundImage['info'],
  'infoType' | 'title' | 'year' | 'genres' | 'duration' | 'rated'
>

const background = (info: Announcement): BackgroundImage => ({
  image: posterPath('background', info.title, { kind: 'movies', genre: tellingGenre(info.genres) }),
  isChildren: false,
  info,
  content: { link: '', trailerProvider: 'O', enableClick: false, contentId: '', contentType: '' },
})

export const demoSettings = (): Settings => ({
  ...firstSettings(),
  appVersionCode: 34,
  currency: 'DOP',
  phonePrefix: '1',
  appVersionName: '3.4.0',
  linkImg: posterPath('logo', 'Cartelera'),
  mail: 'soporte@cartelera.example',
  mailsOrigin: [...DEMO_MAILS],
  alertMessages: [
    'Su suscripción vence pronto. Comuníquese con su agente para renovarla.',
    'Mantenimiento programado este domingo de 3:00 a 5:00 a. m.',
    'Actualice la aplicación a la versión 3.4.0 para ver los nuevos estrenos.',
  ],
  contentBackground: [
    background({
      infoType: 'Estreno',
      title: 'El secreto de sus ojos',
      year: 2009,
      genres: ['Drama', 'Misterio'],
      duration: 129,
      rated: 'R',
    }),
    background({
      infoType: 'Agregado reciente',
      title: 'Casablanca',
      year: 1942,
      genres: ['Drama'],
      duration: 102,
      rated: 'PG',
    }),
  ],
  periods: ['MESES', 'AÑOS'],
  transMax: 120,
  agentTransMax: 60,
  creditPriceMonthly: PRICES.MESES,
  creditPriceYearly: PRICES.AÑOS,
  tvUrlBase: mediaUrl('tv/'),
  agentTv: 'CarteleraTV/3.4',
  videoDefault: mediaUrl('bienvenida.mp4'),
  contentUrlBase: mediaUrl(''),
  contentProvider: 'C',
  videoTutorialTv: mediaUrl('tutorial-tv.mp4'),
  videoTutorialMobile: mediaUrl('tutorial-movil.mp4'),
  linkReserved: true,
  syncTimeToLogin: 60,
  syncTimeToContent: 240,
  answerTemplates: [...DEMO_TEMPLATES],
})

/** The settings before all of these changes. */
export const firstDemoSettings = (): Settings => {
  const settings: Settings = demoSettings()
  for (const { before } of SETTINGS_CHANGES) Object.assign(settings, before)
  return settings
}
