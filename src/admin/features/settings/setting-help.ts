import type { Settings } from '../../../domain/settings/settings.ts'
import { DEMO_DEVICE_DAYS } from '../../../domain/sign-in/sign-in.ts'

const HOST = 'Les dice a las aplicaciones cómo reproducirlo.'
const HOUR = 'De 0 a 23, a la hora del servicio.'
const PREFIXED = 'Se antepone a los enlaces internos'
const UNSUBSCRIBE = 'Al final se agrega un enlace para no recibir más correos.'
const PLACEHOLDERS = 'Admite los marcadores del texto.'

/**
 * What each setting does, and where it shows, in one or two sentences (rule G8). Apart from the schema, so that only the
 * screens of the settings load them.
 */
export const SETTING_HELP = {
  contentBackground:
    'Las aplicaciones las muestran en su primera pantalla, en este orden; al tocarlas pueden abrir un contenido.',
  linkImg: 'Las aplicaciones la muestran como logotipo.',
  appVersionCode: 'De 1 a 9999. Las aplicaciones con uno menor ofrecen actualizarse.',
  appVersionName: 'Lo leen los espectadores al actualizarse.',
  alertMessages: 'Los leen los espectadores en las aplicaciones.',

  businessName: 'En los recibos, los avisos y la página de inicio de sesión. Vacío: Cartelera.',
  businessPhone: 'En los recibos impresos.',
  businessTaxId: 'En los recibos impresos, con su sigla, como RNC o NIT.',
  receiptThanks: 'Al pie de los recibos impresos.',
  businessInNavbar: 'El nombre y el logotipo de arriba, en lugar de los de Cartelera.',
  askFromCredits:
    'En créditos. Desde este número se pregunta antes de vender o transferir; 0 significa nunca.',

  periods: 'Los que se ofrecen al vender; con los dos, elige quien vende.',
  creditPriceMonthly: 'En ventas nuevas, sus recibos y avisos de vencimiento; lo vendido no cambia.',
  creditPriceYearly: 'En ventas nuevas y sus recibos; lo vendido no cambia.',
  currency: 'Se muestra en cada precio y total, también en los recibos y los archivos CSV.',
  transMax: 'En créditos, para todos los que venden. 0 significa sin límite.',
  agentTransMax: 'En créditos, de agentes y superagentes. 0 significa el máximo general.',
  dateControl: 'Ninguna licencia vence después: una venta que llegue más lejos se rechaza.',

  enableDemo: 'Si se apaga, solo los crean los administradores.',
  demoHours: 'De 1 a 72, desde que se crea.',
  demosPerDay: 'De cada agente o superagente, también los eliminados. 0 significa sin límite.',
  demosMinBalance: 'En créditos, de agentes y superagentes. Con menos no pueden crearlos.',
  demoPerDevice: `Durante ${DEMO_DEVICE_DAYS} días, el equipo que usó un demo no entra con otro. Los clientes entran como siempre.`,

  contentUrlBase: `${PREFIXED} de películas, episodios y demás contenidos, salvo canales.`,
  contentProvider: 'Les dice a las aplicaciones cómo reproducir los enlaces internos.',
  videoDefault: 'Las aplicaciones lo reproducen cuando no tienen otro.',
  videoDefaultProvider: HOST,
  videoTutorialTv: 'Lo ofrecen las aplicaciones de TV para aprender a usarlas.',
  videoTutorialTvProvider: HOST,
  videoTutorialMobile: 'Lo ofrecen las aplicaciones de celulares y tabletas para aprender a usarlas.',
  videoTutorialMobileProvider: HOST,
  linkReserved: 'Las aplicaciones pueden reproducir los enlaces marcados como reservados. Solo sa lo ve.',

  tvUrlBase: `${PREFIXED} de los canales. También se cambia en la consulta de canales.`,
  agentTv:
    'Las aplicaciones lo envían como User-Agent al pedir un canal. También se cambia en la consulta de canales.',
  syncTimeToLogin: 'De 0 a 1440. Las aplicaciones consultan entonces si la licencia sigue vigente.',
  syncTimeToContent: 'De 0 a 1440. Las aplicaciones piden entonces el catálogo de nuevo.',

  mail: 'La página de entrada lo da a quien olvidó su contraseña.',
  pageSize: 'En cada consulta, hasta que se elija otra cantidad en ella.',
  mailsOrigin:
    'Las opciones de «Origen» en los formularios de contenidos; sin ninguno, allí se escribe cualquiera.',

  phonePrefix: 'De los celulares sin código de país. Vacío: no se ofrecen avisos.',
  expiryNotice: 'Lo que se propone escribir a un cliente cuya licencia vence.',
  receiptNotice: 'Lo que se propone escribir a un cliente desde el recibo de una venta.',
  credentialsNotice: 'Lo que se propone escribir a quien recibe un acceso nuevo.',
  mailReminders: 'A los clientes con licencia, email y avisos por correo; a los demos no.',
  mailReminderDays:
    'De 0 a 60, separados por comas. También fijan los días del evento user.expiring de los webhooks.',
  expiryMailSubject: PLACEHOLDERS,
  expiryMail: UNSUBSCRIBE,
  lowBalanceMail:
    'En créditos. Se escribe a agentes y superagentes cuando una venta los deja por debajo. 0 significa nunca.',
  balanceMailSubject: PLACEHOLDERS,
  balanceMail: UNSUBSCRIBE,

  answerTemplates:
    'Se ofrecen en este orden al responder reportes de errores; el espectador lee la respuesta en su aplicación.',

  linkChecks:
    'El resultado se ve en las consultas y los formularios de contenidos y canales, y en la página de inicio.',
  linkCheckDays: 'De 1 a 60. Solo los enlaces activos de registros activos.',
  linkCheckFrom: HOUR,
  linkCheckUntil: `${HOUR} Igual que la otra: todo el día.`,
  linkDeactivateAfter:
    '0 significa nunca. El último enlace activo de un contenido siempre queda; la página de inicio dice cuántos se desactivaron.',

  sessionDays: 'De 1 a 365, desde que se inicia. Las sesiones de las aplicaciones no tienen límite.',
  confirmMinutes:
    'De 0 a 1440, desde que se inicia la sesión o se confirma la identidad. Con 0 no se pide nunca.',
  passwordChange: 'Quien recibió su contraseña de otra persona debe cambiarla al entrar a la web.',
  httpsImages:
    'La administración no carga imágenes por http; sus direcciones se conservan. Se aplica al recargar la página.',
} as const satisfies Readonly<Record<keyof Settings, string>>
