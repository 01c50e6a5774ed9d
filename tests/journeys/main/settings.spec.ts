import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { apkOf } from '../../support/apk.ts'
import { expect, test } from '../../support/browser.ts'
import { expectNotification } from '../../support/notifications.ts'
import { apiOf } from '../support/api.ts'
import { choose, expectMessage, field } from '../support/screen.ts'

const tab = (page: Page, name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) })

const save = async (page: Page): Promise<void> => {
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await expectNotification(page, 'Los datos fueron guardados.')
}

test('sa changes the background images, the application, the control values and the alert messages', async ({
  page,
  signedIn,
  tolerated,
}) => {
  tolerated.push(/422/)
  const api = apiOf(page, await signedIn('sa'))
  const { contentBackground, alertMessages } = await api.get<{
    contentBackground: { info: { title: string } }[]
    alertMessages: string[]
  }>('/api/settings')
  const [first, second] = contentBackground.map(({ info }) => info.title)
  await page.goto('/setting')
  await expect(page.getByRole('heading', { name: 'Configuración general' })).toBeVisible()

  await page.getByRole('button', { name: 'Agregar imagen' }).click()
  const image = page.getByRole('dialog', { name: 'Agregar imagen' })
  await image.getByRole('button', { name: 'Guardar' }).click()
  await expect(image.getByRole('alert')).toHaveText('*Debe completar los datos requeridos')
  await field(image, 'Imagen').fill('isla')
  await expectMessage(field(image, 'Imagen'), 'URL Inválida')
  await field(image, 'Imagen').fill('/pictures/background/isla.svg')
  await choose(image, 'Tipo de información', 'Próximamente')
  await field(image, 'Título').fill('La isla mínima')
  await field(image, 'Año').fill('2014')
  await image.getByRole('switch', { name: 'Abre un contenido al hacer clic' }).check()
  await choose(image, 'Tipo de contenido', 'Película')
  const content = image.getByRole('combobox', { name: 'Contenido', exact: true })
  const chooseFilm = async () => {
    await content.fill('casablanca')
    await page.getByRole('option', { name: 'Casablanca (1942)' }).click()
  }
  await chooseFilm()
  await choose(image, 'Tipo de contenido', 'Serie')
  await expect(content).toHaveValue('')
  await choose(image, 'Tipo de contenido', 'Película')
  await chooseFilm()
  await image.getByRole('button', { name: 'Guardar' }).click()
  await expect(image).toBeHidden()
  const up = page.getByRole('button', { name: 'Subir La isla mínima' })
  await expect(page.getByRole('button', { name: 'Bajar La isla mínima' })).toBeDisabled()
  await up.click()
  await expect(up).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(up).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Bajar La isla mínima' })).toBeFocused()
  await page.getByRole('button', { name: `Eliminar ${second}` }).click()
  const question = page.getByRole('dialog', { name: `Seguro de eliminar ${second}` })
  await question.getByRole('button', { name: 'Eliminar' }).click()
  await expect(question).toBeHidden()

  await tab(page, 'Administrador de APK').click()
  await expect(page.getByText('Todavía no hay un archivo de la aplicación.')).toBeVisible()
  const file = page.getByLabel('Archivo APK')
  const mimeType = 'application/vnd.android.package-archive'
  await file.setInputFiles({ name: 'foto.apk', mimeType, buffer: Buffer.from('no es') })
  await expect(page.getByText('El archivo no es una aplicación de Android (APK).')).toBeVisible()
  const buffer = apkOf({ versionCode: 41, versionName: '4.1.0' }, 1_500_000)
  await file.setInputFiles({ name: 'app.apk', mimeType, buffer })
  await expect(page.getByText('El archivo de la aplicación fue guardado.')).toBeVisible()
  await expect(page.getByText('4.1.0 (41)').first()).toBeVisible()
  await page.getByRole('button', { name: 'Usar esta versión' }).click()
  await expect(field(page, 'Número de versión')).toHaveValue('41')

  await tab(page, 'Control').click()
  await page.getByRole('button', { name: 'Agregar email' }).click()
  const mail = page.getByRole('dialog', { name: 'Agregar email' })
  const email = field(mail, 'Email')
  const add = mail.getByRole('button', { name: 'Guardar' })
  await add.click()
  await expectMessage(email, 'Debe especificar el email')
  await email.fill('nadie')
  await expectMessage(email, 'El email no es correcto')
  await email.fill('CATALOGO@cartelera.example')
  await expectMessage(email, 'Ya está agreado el email especificado')
  await email.fill('nuevos@cartelera.example')
  await add.click()
  await expect(page.getByTestId('mailsOrigin')).toHaveCount(4)

  await tab(page, 'Mensajes de alerta').click()
  await page.getByRole('button', { name: 'Agregar mensaje de alerta' }).click()
  const message = page.getByRole('dialog')
  await message.getByRole('button', { name: 'Guardar' }).click()
  await expect(message).toContainText('Debe especificar el mensaje de alerta')
  await field(message, 'Mensaje').fill('x'.repeat(151))
  await expect(message).toContainText('Debe tener como máximo 150 caracteres.')
  await field(message, 'Mensaje').fill('Hoy hay fútbol.')
  await message.getByRole('button', { name: 'Guardar' }).click()
  await page.getByRole('button', { name: 'Editar Hoy hay fútbol.' }).click()
  await field(message, 'Mensaje').fill('Hoy hay béisbol.')
  await message.getByRole('button', { name: 'Guardar' }).click()
  await page.getByRole('button', { name: `Eliminar ${alertMessages[0]}` }).click()
  await expect(message).toContainText(`Seguro de eliminar ${alertMessages[0]}`)
  await message.getByRole('button', { name: 'Eliminar' }).click()

  await save(page)
  const saved = await api.get<{ contentBackground: { info: { title: string } }[] }>('/api/settings')
  expect(saved).toMatchObject({
    appVersionCode: 41,
    alertMessages: [...alertMessages.slice(1), 'Hoy hay béisbol.'],
  })
  expect(saved).toHaveProperty('mailsOrigin', expect.arrayContaining(['nuevos@cartelera.example']))
  expect(saved.contentBackground.map(({ info }) => info.title)).toEqual(['La isla mínima', first])

  await tab(page, 'Administrador de APK').click()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Descargar' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('cartelera-4.1.0.apk')
  expect((await readFile(await download.path())).equals(buffer)).toBe(true)
  await page.getByRole('button', { name: 'Cancelar' }).click()
  await expect(page).toHaveURL('/main')
})
