import type { Page } from '@playwright/test'
import { expect } from '../support/browser.ts'
import { expectNotification } from '../support/notifications.ts'
import { apiOf, type Stored } from './support/api.ts'
import { test as inspected, looksAt, PHONE, type Screen } from './support/inspected.ts'
import { choose, expectMessage, field } from './support/screen.ts'
import { test } from './support/with-feeds.ts'

// Nothing listens at the mail server's port: mails stay in the outbox.
test.use({
  ownDemo: true,
  serverEnv: {
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'avisos@cartelera.example',
    PUBLIC_URL: 'http://127.0.0.1:9',
    ALLOW_PRIVATE_WEBHOOKS: 'on',
  },
})

const UNCONFIRMED = '/outbox?filter={"state":"unconfirmed"}'

test.describe('on a phone', () => {
  test.use({ viewport: PHONE, hasTouch: true })

  test('a sent message opens with the full response of the mail server or webhook', {
    tag: '@looks',
  }, async ({ page, signedIn, axe }) => {
    await signedIn('admin')
    await page.goto(UNCONFIRMED)
    const card = page.getByRole('row').filter({ hasText: 'Sin confirmar' })
    await expect(card).toHaveCount(1)
    await axe()
    await card.getByRole('button', { name: /^\d\d\/\d\d\/\d{4} / }).tap()
    const dialog = page.getByRole('dialog', { name: 'Correo: Vencimiento' })
    await expect(dialog).toContainText('no confirmó: no se sabe si llegó.')
    await axe()
  })
})

test('sent messages are filtered, and an unconfirmed mail is resent after a confirmation', {
  tag: '@looks',
}, async ({ page, signedIn, axe }) => {
  const api = apiOf(page, await signedIn('admin'))
  await api.put('/api/settings', { mailReminders: true })
  const [mail] = await api.get<Stored[]>('/api/outbox?state=unconfirmed')
  await page.goto('/outbox')
  await expect(page.getByRole('heading', { level: 1, name: 'Enviados' })).toBeVisible()
  await expect(page.getByText('El correo está apagado')).toBeHidden()
  await choose(page, 'Tipo', 'Webhook')
  await choose(page, 'Estado', 'Fallido')
  await expect(page.getByTestId('total')).toHaveText('1')
  await expect(page.getByRole('row').filter({ hasText: '503' })).toContainText('CRM de ventas')

  await page.goto(UNCONFIRMED)
  await page.getByRole('button', { name: `Reenviar a ${mail?.name}` }).click()
  const dialog = page.getByRole('dialog', { name: '¿Reenviar el correo?' })
  await expect(dialog).toContainText('Si llegó, lo recibirá dos veces.')
  await axe()
  await dialog.getByRole('button', { name: 'Reenviar' }).click()
  await expectNotification(page, 'El mensaje está en espera de envío.')
  await expect(page.getByText('Ningún registro coincide con la búsqueda.')).toBeVisible()
  await page.goto(`/outbox?filter=${JSON.stringify({ user: mail?.user })}`)
  await expect(page.getByText(`Solo a ${mail?.name}`)).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'En espera' })).toHaveCount(1)
})

test('the texts of mails have a preview, and reject unknown placeholders', {
  tag: '@looks',
}, async ({ page, signedIn, axe }) => {
  const api = apiOf(page, await signedIn('sa'))
  await page.goto('/automation?tab=notices')
  const section = page.getByRole('region', { name: 'Correo de vencimiento' })
  const preview = section.getByRole('group', { name: 'Vista previa' })
  const subject = field(section, 'Asunto del correo de vencimiento')
  const days = field(section, 'Días antes del vencimiento')
  await section.getByRole('switch', { name: 'Recordar el vencimiento por correo' }).check()
  await subject.fill('{nombre}, {balance}')
  await expect(preview).toContainText('El texto tiene un marcador que no existe.')
  await days.fill('5, cero')
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expectMessage(days, 'Los días deben ser números enteros de 0 a 60, sin repetir.')
  await expectMessage(subject, 'El marcador «{balance}» no existe en este aviso.')
  await subject.fill('{nombre}, su suscripción {plazo}')
  await expect(preview).toContainText('Ana Castillo, su suscripción vence en 3 días')
  await days.fill('5; 0')
  await expect(days).toHaveAccessibleDescription(/^Se avisa 5 días antes y el mismo día\. /)
  await axe()
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expectNotification(page, 'Los datos fueron guardados.')
  const { mailReminders, mailReminderDays, expiryMailSubject } = await api.get('/api/settings')
  expect([mailReminders, mailReminderDays, expiryMailSubject]).toEqual([
    true,
    [5, 0],
    '{nombre}, su suscripción {plazo}',
  ])
})

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('a webhook is registered and tested, gets a new secret, and is switched off', { tag: '@looks' }, async ({
  page,
  signedIn,
  axe,
  feeds,
}) => {
  const signatures: string[] = []
  feeds.serve('/hook', (response, request) => {
    signatures.push(String(request.headers['webhook-signature']))
    response.end('Recibido')
  })
  await signedIn('sa')
  await page.goto('/automation?tab=webhooks')
  await page.getByRole('button', { name: 'Agregar webhook' }).click()
  const form = page.getByRole('dialog', { name: 'Agregar webhook' })
  await field(form, 'Nombre').fill('Sala de chat')
  await field(form, 'Dirección').fill(feeds.at('/hook'))
  await field(form, 'Plantilla').fill('{"text": "{{nada}}"}')
  await form.getByRole('button', { name: 'Guardar' }).click()
  await expect(form).toContainText('Debe elegir al menos un evento.')
  await expectMessage(field(form, 'Plantilla'), 'El marcador «{{nada}}» no existe en esta plantilla.')
  await form.getByRole('button', { name: 'Todos' }).click()
  await field(form, 'Plantilla').fill('{"text": "{{texto}}"}')
  await expect(form.getByRole('group', { name: 'Cuerpo de una prueba' })).toContainText('{"text": "Prueba: ')
  await axe()
  await form.getByRole('button', { name: 'Guardar' }).click()
  const secret = page.getByRole('dialog', { name: 'Secreto de Sala de chat' })
  await expect(secret.getByTestId('secret')).toHaveText(/^whsec_/)
  await axe()
  await secret.getByRole('button', { name: 'Ya lo copié' }).click()
  await expect(card(page, 'Sala de chat')).toContainText('Todos los eventos')

  await card(page, 'Sala de chat').getByRole('button', { name: 'Probar' }).click()
  const deliveries = page.getByRole('dialog', { name: 'Entregas de Sala de chat' })
  await expect(deliveries.getByRole('row').filter({ hasText: 'Prueba' })).toContainText(
    /Enviado.*El servidor lo recibió/,
  )
  await axe()
  await deliveries.getByRole('button', { name: 'Cerrar' }).click()
  expect(signatures).toEqual([expect.stringMatching(/^v1,\S+$/)])
  await expect(card(page, 'Sala de chat')).toContainText('Última entrega aceptada: ')

  await card(page, 'Sala de chat').getByRole('button', { name: 'Cambiar secreto' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cambiar secreto' }).click()
  await expect(secret).toContainText('no se volverá a mostrar. El anterior también firma hasta el')
  await secret.getByRole('button', { name: 'Ya lo copié' }).click()
  await card(page, 'Sala de chat').getByRole('switch').uncheck()
  await expect(card(page, 'Sala de chat')).toContainText('Apagado')
  await card(page, 'Sala de chat').getByRole('button', { name: 'Probar' }).click()
  await expectNotification(page, 'El webhook está apagado: actívelo para enviarle.')
})

test('concurrent changes of a webhook are compared, and one that answered 410 is named on the home page', async ({
  page,
  signedIn,
  feeds,
  tolerated,
}) => {
  tolerated.push(/409/)
  const api = apiOf(page, await signedIn('sa'))
  feeds.serve('/gone', (response) => response.writeHead(410).end())
  const url = feeds.at('/gone')
  const { _id } = await api.post('/api/webhooks', { name: 'Vieja', url, events: ['user.created'] })
  await page.goto('/automation?tab=webhooks')
  await card(page, 'Vieja').getByRole('button', { name: 'Editar' }).click()
  const form = page.getByRole('dialog', { name: 'Editar webhook' })
  await field(form, 'Nombre').fill('Mía')
  await api.put(`/api/webhooks/${_id}`, { name: 'Ajena' })
  await form.getByRole('button', { name: 'Guardar' }).click()
  const conflict = page.getByRole('dialog', { name: 'Otra persona guardó este registro' })
  await conflict.getByRole('radio', { name: 'Conservar lo mío: Nombre' }).check()
  await conflict.getByRole('button', { name: 'Aplicar' }).click()
  await expect(field(form, 'Nombre')).toHaveValue('Mía')
  await form.getByRole('button', { name: 'Guardar' }).click()
  await card(page, 'Mía').getByRole('button', { name: 'Probar' }).click()
  const deliveries = page.getByRole('dialog', { name: 'Entregas de Mía' })
  await expect(deliveries.getByRole('row').filter({ hasText: 'Prueba' })).toContainText('Fallido')

  await page.goto('/main')
  const gone = 'Webhook «Mía»: La dirección respondió que ya no existe (410): se apagó.'
  await page.getByRole('alert').filter({ hasText: gone }).getByRole('link', { name: 'Ver webhooks' }).click()
  await expect(card(page, 'Mía')).toContainText('se apagó')
})

const OUTBOX = { path: '/outbox', heading: 'Enviados' }

const SCREENS: Screen[] = [
  { what: 'sent messages', ...OUTBOX },
  {
    what: 'sent messages without matches',
    ...OUTBOX,
    path: '/outbox?filter={"q":"nada se llama así"}',
  },
]

for (const { what, tag, states } of looksAt(SCREENS))
  inspected(what, { tag }, ({ inspect }) => inspect(states, 'admin'))
