import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { apkOf } from '../support/apk.ts'
import { expect, test } from '../support/browser.ts'
import { expectNotification } from '../support/notifications.ts'
import { apiOf } from './support/api.ts'
import { openFromRow } from './support/credit.ts'
import { localFilm } from './support/film.ts'
import { choose, expectMessage, field } from './support/screen.ts'
import { createUser } from './support/user.ts'

test.use({ ownDemo: true })

const tab = (page: Page, name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) })

const open = async (page: Page, asked: string): Promise<void> => {
  await page.goto(`/setting?tab=${asked}`)
  await expect(page.getByRole('heading', { name: 'Configuración general' })).toBeVisible()
}

const save = async (page: Page): Promise<void> => {
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await expectNotification(page, 'Los datos fueron guardados.')
}

test('the next sale uses a changed price', async ({ page, signedIn }) => {
  const api = apiOf(page, await signedIn('admin'))
  const customer = await createUser(api, 'encarecida', 'app')
  await open(page, 'control')
  await field(page, 'Precio mensual').fill('412,5')
  const [months, years] = ['MESES', 'AÑOS'].map((name) => page.getByRole('checkbox', { name }))
  await months?.uncheck()
  await years?.uncheck()
  await expect(page.getByText('Debe seleccionar al menos un período.')).toBeVisible()
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await expect(page.getByText('Debe especificar al menos un período de venta')).toBeVisible()
  await months?.check()
  await years?.check()
  await save(page)
  await expect(page.getByText('Los datos fueron guardados.')).toBeHidden()
  const dialog = await openFromRow(page, customer)
  await expect(dialog.getByTestId('outcome')).toContainText('RD$412.50')
  await field(dialog, 'Cantidad').fill('3')
  await expect(dialog.getByTestId('outcome')).toContainText(
    /TotalRD\$1,237\.50Nuevo vencimiento\d\d\/\d\d\/\d{4}/,
  )
})

test('a mistake on a hidden tab opens the tab, marks it and takes the focus', async ({ page, signedIn }) => {
  await signedIn('sa')
  await open(page, 'control')
  await field(page, 'URL base de contenidos').fill('sin protocolo')
  await tab(page, 'Mensajes de alerta').click()
  await expect(page).toHaveURL('/setting?tab=alerts')
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await expect(page).toHaveURL('/setting?tab=control')
  await expect(tab(page, 'Control: 1 campo por corregir')).toHaveAttribute('aria-selected', 'true')
  await expect(field(page, 'URL base de contenidos')).toBeFocused()
  await expectMessage(field(page, 'URL base de contenidos'), 'URL invalido.')
  await page.getByRole('button', { name: 'Cancelar' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Salir sin guardar' }).click()
  await expect(page).toHaveURL('/main')
})

test('origin e-mails are validated before they are added', async ({ page, signedIn }) => {
  const api = apiOf(page, await signedIn('admin'))
  await open(page, 'control')
  await page.getByRole('button', { name: 'Agregar email' }).click()
  const dialog = page.getByRole('dialog', { name: 'Agregar email' })
  const email = field(dialog, 'Email')
  const add = dialog.getByRole('button', { name: 'Guardar' })
  await add.click()
  await expectMessage(email, 'Debe especificar el email')
  await email.fill('nadie')
  await expectMessage(email, 'El email no es correcto')
  await email.fill('CATALOGO@cartelera.example')
  await expectMessage(email, 'Ya está agreado el email especificado')
  await email.fill('nuevos@cartelera.example')
  await add.click()
  await expect(page.getByTestId('mailsOrigin')).toHaveCount(4)
  await save(page)
  expect((await api.get('/api/settings')).mailsOrigin).toContain('nuevos@cartelera.example')
})

test('alert messages are added, edited and deleted', async ({ page, signedIn }) => {
  const api = apiOf(page, await signedIn('admin'))
  const { alertMessages: before } = await api.get<{ alertMessages: string[] }>('/api/settings')
  await open(page, 'alerts')
  await page.getByRole('button', { name: 'Agregar mensaje de alerta' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await expect(dialog).toContainText('Debe especificar el mensaje de alerta')
  await field(dialog, 'Mensaje').fill('x'.repeat(151))
  await expect(dialog).toContainText('Debe tener como máximo 150 caracteres.')
  await field(dialog, 'Mensaje').fill('Hoy hay fútbol.')
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await page.getByRole('button', { name: 'Editar Hoy hay fútbol.' }).click()
  await field(dialog, 'Mensaje').fill('Hoy hay béisbol.')
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await page.getByRole('button', { name: `Eliminar ${before[0]}` }).click()
  await expect(dialog).toContainText(`Seguro de eliminar ${before[0]}`)
  await dialog.getByRole('button', { name: 'Eliminar' }).click()
  await save(page)
  expect((await api.get('/api/settings')).alertMessages).toEqual([...before.slice(1), 'Hoy hay béisbol.'])
})

test('a background image of a deleted content is flagged in its row and at the field', {
  tag: '@looks',
}, async ({ page, signedIn, tolerated, axe }) => {
  tolerated.push(/422/)
  const api = apiOf(page, await signedIn('admin'))
  const film = await api.post('/api/movies', localFilm({ title: 'Se va pronto' }))
  await open(page, 'images')
  await page.getByRole('button', { name: 'Agregar imagen' }).click()
  const added = page.getByRole('dialog', { name: 'Agregar imagen' })
  await field(added, 'Imagen').fill('/pictures/background/isla.svg')
  await choose(added, 'Tipo de información', 'Estreno')
  await field(added, 'Título').fill('Se va pronto')
  await field(added, 'Año').fill('2014')
  await added.getByRole('switch', { name: 'Abre un contenido al hacer clic' }).check()
  await choose(added, 'Tipo de contenido', 'Película')
  await added.getByRole('combobox', { name: 'Contenido', exact: true }).fill('se va pronto')
  await page.getByRole('option', { name: 'Se va pronto (2014)' }).click()
  await added.getByRole('button', { name: 'Guardar' }).click()
  await expect(added).toBeHidden()
  await api.ask('DELETE', `/api/movies/${film._id}`)
  // The error opens the tab of its field.
  await tab(page, 'Control').click()
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await expect(page).toHaveURL('/setting?tab=images')
  const unknown = 'El contenido no existe o no es de este tipo.'
  await expect(page.getByTestId('background').last()).toContainText(unknown)
  await page.getByRole('button', { name: 'Editar Se va pronto' }).click()
  const edited = page.getByRole('dialog', { name: 'Editar imagen' })
  await expectMessage(edited.getByRole('combobox', { name: 'Contenido', exact: true }), unknown)
  await axe()
})

test('background images are added, reordered and deleted', async ({ page, signedIn }) => {
  const api = apiOf(page, await signedIn('admin'))
  const titles = async () => {
    const { contentBackground } = await api.get<{ contentBackground: { info: { title: string } }[] }>(
      '/api/settings',
    )
    return contentBackground.map(({ info }) => info.title)
  }
  const [first, second] = await titles()
  await open(page, 'images')
  await page.getByRole('button', { name: 'Agregar imagen' }).click()
  const dialog = page.getByRole('dialog', { name: 'Agregar imagen' })
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('*Debe completar los datos requeridos')
  await field(dialog, 'Imagen').fill('isla')
  await expectMessage(field(dialog, 'Imagen'), 'URL Inválida')
  await field(dialog, 'Imagen').fill('/pictures/background/isla.svg')
  await choose(dialog, 'Tipo de información', 'Próximamente')
  await field(dialog, 'Título').fill('La isla mínima')
  await field(dialog, 'Año').fill('2014')
  await dialog.getByRole('switch', { name: 'Abre un contenido al hacer clic' }).check()
  await choose(dialog, 'Tipo de contenido', 'Película')
  const content = dialog.getByRole('combobox', { name: 'Contenido', exact: true })
  const takeFilm = async () => {
    await content.fill('casablanca')
    await page.getByRole('option', { name: 'Casablanca (1942)' }).click()
  }
  await takeFilm()
  await choose(dialog, 'Tipo de contenido', 'Serie')
  await expect(content).toHaveValue('')
  await choose(dialog, 'Tipo de contenido', 'Película')
  await takeFilm()
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await expect(dialog).toBeHidden()
  const up = page.getByRole('button', { name: 'Subir La isla mínima' })
  await expect(page.getByRole('button', { name: 'Bajar La isla mínima' })).toBeDisabled()
  await up.click()
  await expect(up).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(up).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Bajar La isla mínima' })).toBeFocused()
  await page.getByRole('button', { name: `Eliminar ${second}` }).click()
  await expect(page.getByRole('dialog')).toContainText(`Seguro de eliminar ${second}`)
  await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click()
  await save(page)
  expect(await titles()).toEqual(['La isla mínima', first])
})

test('sa uploads the application file, takes over its version and downloads it', async ({
  page,
  signedIn,
  tolerated,
}) => {
  tolerated.push(/422/)
  await signedIn('sa')
  await open(page, 'apk')
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
  await save(page)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Descargar' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('cartelera-4.1.0.apk')
  expect((await readFile(await download.path())).equals(buffer)).toBe(true)
})

test('the application’s version and file are read-only for other users', async ({ page, signedIn }) => {
  await signedIn('admin')
  await open(page, 'apk')
  await expect(field(page, 'Número de versión')).toBeDisabled()
  await expect(field(page, 'Nombre de la versión')).toBeDisabled()
  await expect(page.getByLabel('Archivo APK')).toHaveCount(0)
  await tab(page, 'Control').click()
  await expect(page.getByRole('switch', { name: 'Usar links reservados' })).toHaveCount(0)
})

test('once only https is allowed, pictures over http are not loaded, and say so', async ({
  page,
  signedIn,
  tolerated,
}) => {
  // Chromium logs each refusal: any other one fails a journey.
  tolerated.push(/violates the following Content Security Policy directive.*(img|style)-src /)
  const api = apiOf(page, await signedIn('sa'))
  const address = 'http://localhost/portada.svg'
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="30"/>'
  await page.route(address, (route) => route.fulfill({ contentType: 'image/svg+xml', body: svg }))
  const film = await api.post('/api/movies', localFilm({ title: 'Sin candado', covertImage: address }))
  const cover = page.getByRole('button', { name: /^Ver imagen: .*Sin candado/ })
  await page.goto('/movie')
  await expect(cover).toBeVisible()
  await open(page, 'security')
  await page.getByRole('switch', { name: 'Solo imágenes por https' }).check()
  await save(page)
  await page.goto('/movie')
  const refused = page.getByRole('img', { name: /Sin candado: solo se muestran imágenes por https$/ })
  await expect(refused.first()).toBeVisible()
  await expect(cover).toBeHidden()
  expect((await api.get(`/api/movies/${film._id}`)).covertImage).toBe(address)
  const violations = await page.evaluate(async (src) => {
    const found: string[] = []
    const both = new Promise<void>((resolve) => {
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
        found.push(effectiveDirective)
        if (found.length === 2) resolve()
      })
    })
    new Image().src = src
    const style = document.createElement('style')
    style.textContent = 'body { opacity: 0 }'
    document.head.append(style)
    await both
    return found.sort()
  }, address)
  expect(violations).toEqual(['img-src', 'style-src-elem'])
})

test('settings saved by another user meanwhile are not overwritten', async ({
  page,
  signedIn,
  tolerated,
}) => {
  tolerated.push(/409/)
  const api = apiOf(page, await signedIn('sa'))
  await open(page, 'control')
  await field(page, 'Precio anual').fill('9000')
  await api.put('/api/settings', { creditPriceYearly: 8000 })
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Otra persona guardó este registro')
  await dialog.getByRole('button', { name: 'Cargar la versión nueva' }).click()
  await expect(field(page, 'Precio anual')).toHaveValue('8000')
})
