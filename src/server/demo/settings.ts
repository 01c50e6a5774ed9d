import { posterPath } from '../../domain/contents/pictures.ts'
import type { BackgroundImage } from '../../domain/settings/background-image.ts'
import { firstSettings, type Settings } from '../../domain/settings/settings.ts'
import { PRICES } from './ledger/transaction.ts'
import { DEMO_TEMPLATES } from './support/comments.ts'

export const DEMO_MAILS = [
  'catalogo@cartelera.example',
  'estrenos@cartelera.example',
  'clasicos@cartelera.example',
] as const

type Announcement = Pick<
  BackgroundImage['info'],
  'infoType' | 'title' | 'year' | 'genres' | 'duration' | 'rated'
>

const background = (info: Announcement): BackgroundImage => ({
  image: posterPath('background', info.title),
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
  tvUrlBase: 'https://tv.cartelera.example/',
  agentTv: 'CarteleraTV/3.4',
  videoDefault: 'https://videos.cartelera.example/bienvenida.mp4',
  contentUrlBase: 'https://cdn.cartelera.example/',
  contentProvider: 'C',
  videoTutorialTv: 'https://videos.cartelera.example/tutorial-tv.mp4',
  videoTutorialMobile: 'https://videos.cartelera.example/tutorial-movil.mp4',
  linkReserved: true,
  syncTimeToLogin: 60,
  syncTimeToContent: 240,
  answerTemplates: [...DEMO_TEMPLATES],
})
