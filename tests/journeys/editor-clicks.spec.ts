import { expect } from '../support/browser.ts'
import { linkOf } from '../support/films.ts'
import { expectNotification } from '../support/notifications.ts'
import { apiOf, type Stored } from './support/api.ts'
import { localFilm } from './support/film.ts'
import { handsOf, palette, search, watchHands } from './support/hands.ts'
import { field, select } from './support/screen.ts'
import { report, viewerOf } from './support/viewer.ts'
import { test } from './support/with-film-database.ts'

test('adding a looked-up film with a link takes six clicks', async ({ page, signedIn }) => {
  const api = apiOf(page, await signedIn('admin'))
  const { _id } = await api.post('/api/movies', localFilm({ title: 'Con un enlace' }))
  await watchHands(page)
  // Sets the remembered quality and audio.
  await page.goto(`/movie/${_id}`)
  const add = page.getByRole('button', { name: 'Agregar enlace' })
  const dialog = page.getByRole('dialog', { name: 'Agregar enlace' })
  await add.click()
  await expect(select(dialog, 'Calidad')).toHaveText('HD')
  await field(dialog, 'Enlace').fill('peliculas/otra.mp4')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('link')).toHaveCount(2)
  await page.getByRole('button', { name: 'Registrar' }).click()
  await expectNotification(page, 'Los datos fueron guardados.')

  const created = await handsOf(page, async () => {
    await search(page, 'crear pelicula')
    await expect(palette(page).getByRole('option', { name: /Crear película/ })).toBeVisible()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Buscar en la base de películas' }).click()
    const lookup = page.getByRole('dialog', { name: 'Buscar en la base de películas' })
    await field(lookup, 'Título').fill('Moon')
    await page.keyboard.press('Enter')
    await lookup.getByRole('button', { name: 'Usar estos datos' }).click()
    await expect(field(dialog, 'Enlace')).toBeFocused()
    await expect(select(dialog, 'Calidad')).toHaveText('HD')
    await expect(
      dialog.getByRole('group', { name: 'Audio' }).getByRole('checkbox', { name: 'Español' }),
    ).toBeChecked()
    await page.keyboard.type('peliculas/nueva.mp4')
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await field(page, 'IMDb').fill('tt9990001')
    await field(page, 'Sinopsis').fill('Una película que nadie había registrado.')
    await field(page, 'Sinopsis en Inglés').fill('A film that nobody had registered.')
    await field(page, 'Imagen de portada').fill('/pictures/cover/isla.svg')
    await field(page, 'Imagen del fondo').fill('/pictures/background/isla.svg')
    await field(page, 'Trailer').fill('https://videos.cartelera.example/trailers/nueva.mp4')
    await page.getByRole('button', { name: 'Registrar' }).click()
    await expect(page).toHaveURL(/\/movie\/[\w-]+$/)
  })
  expect(created).toBe(6)
  const stored = await api.get<Stored>(`/api/movies/${page.url().split('/').at(-1)}`)
  expect(stored.content).toMatchObject([
    { link: 'peliculas/nueva.mp4', quality: 'HD', audio: ['ESP'], isLinkReserved: false },
  ])
})

test('replacing a dead link and closing its report takes four clicks', async ({ page, signedIn, axe }) => {
  const api = apiOf(page, await signedIn('sa'))
  const film = (title: string, links: string[]) =>
    api.post(
      '/api/movies',
      localFilm({ title, content: links.map((link) => linkOf({ link, linkType: 'E' })) }),
    )
  // Private IP addresses are never checked, and links without a verdict do not prevent a repair.
  const [ended, replacing] = ['http://127.0.0.1/muerto.mp4', 'http://127.0.0.1/vivo.mp4']
  const dead = await film('Muerta de un enlace', [ended])
  const other = await film('Muda de dos enlaces', ['http://127.0.0.1/uno.mp4', 'http://127.0.0.1/dos.mp4'])
  const viewer = await viewerOf(page, api, 'vidente.de.editores')
  await report(viewer, dead, 'LINK')
  await report(viewer, other, 'AUDIO')
  await watchHands(page)

  const repaired = await handsOf(page, async () => {
    await search(page, 'reporte de errores')
    await expect(palette(page).getByRole('option', { name: /Reporte de Errores/ })).toBeVisible()
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Muerta de un enlace' }).click()
    const dialog = page.getByRole('dialog', { name: 'Editar enlace' })
    await expect(field(dialog, 'Enlace')).toHaveValue(ended)
    await field(dialog, 'Enlace').fill(replacing)
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await page.getByRole('button', { name: 'Registrar' }).click()
    await expect(page.getByText('Se marcó como reparado 1 reporte.')).toBeVisible()
  })
  expect(repaired).toBe(4)
  expect(await api.count(`/api/issues/size?status=false&mediaId=${dead._id}`)).toBe(0)
  const banner = page.getByRole('region', { name: 'Reporte de error' })
  await expect(banner).toContainText('El enlace no abre · No quedan reportes abiertos.')
  await expect(page.getByTestId('link')).toContainText('No comprobable')

  await banner.getByRole('button', { name: 'Siguiente reporte' }).click()
  await expect(page).toHaveURL(new RegExp(`/movie/${other._id}\\?`))
  await expect(banner).toContainText('Sin audio o con el audio equivocado · 1 reporte abierto')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('group', { name: 'Enlaces' })).toBeFocused()
  await axe()
  await page.getByRole('button', { name: 'Atras' }).click()
  await expect(page).toHaveURL(/\/issues/)
  await expect(page.getByRole('link', { name: 'Muda de dos enlaces' })).toBeVisible()
})
