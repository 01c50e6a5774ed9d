import { expect } from '../support/browser.ts'
import { linkOf } from '../support/films.ts'
import { apiOf } from './support/api.ts'
import { addLink, localFilm, lookUp, openLookup, save, saveDuplicate } from './support/film.ts'
import { choose, field, formMessage, select } from './support/screen.ts'
import { test } from './support/with-film-database.ts'

test('a film is filled in from the film database and saved with two links', async ({
  page,
  signedIn,
  filmDatabase,
}) => {
  const api = apiOf(page, await signedIn('admin'))
  await page.goto('/moviecrate')
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  const dialog = await openLookup(page)
  await lookUp(dialog, 'Inception')
  await dialog.getByRole('button', { name: 'Usar estos datos' }).click()
  await expect(dialog).toBeHidden()
  // The remaining step for a new film is its link.
  await expect(page.getByRole('dialog', { name: 'Agregar enlace' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(field(page, 'Título')).toHaveValue('Inception')
  await expect(field(page, 'Año')).toHaveValue('2010')
  await expect(field(page, 'Duración (min)')).toHaveValue('147')
  await expect(field(page, 'Fecha de estreno')).toHaveValue('07/16/2010')
  await expect(page.getByText('16 de julio de 2010')).toBeVisible()
  await expect(select(page, 'Clasificación')).toHaveText('PG-13')
  await expect(page.getByRole('checkbox', { name: 'Ciencia ficción' })).toBeChecked()
  await field(page, 'Sinopsis').fill('Un ladrón entra en los sueños de otros.')
  await field(page, 'Imagen del fondo').fill('/pictures/background/Inception.svg')
  await choose(page, 'Origen', 'estrenos@cartelera.example')
  await field(page, 'Trailer').fill('https://videos.cartelera.example/trailers/inception.mp4')
  await addLink(page, 'https://cdn.cartelera.example/inception/hd.m3u8', { audio: ['Español', 'Inglés'] })
  await addLink(page, 'peliculas/inception-4k.mp4', { quality: '4K' })
  await saveDuplicate(page)
  await expect(page).toHaveURL(/\/movie\/[\w-]+$/)
  const stored = await api.get(`/api/movies/${page.url().split('/').at(-1)}`)
  expect(stored).toMatchObject({
    title: 'Inception',
    released: '2010-07-16',
    genres: ['Acción', 'Ciencia ficción'],
    mailOrigin: 'estrenos@cartelera.example',
  })
  expect(stored.content).toMatchObject([
    { quality: 'HD', audio: ['ESP', 'ING'] },
    { quality: '4K', status: true },
  ])
  expect(asked.filter((url) => url.startsWith(filmDatabase.url) && url.includes('apikey'))).toEqual([])
  expect(asked.some((url) => url.includes(filmDatabase.key))).toBe(false)
  await page.getByRole('button', { name: 'Atras' }).click()
  await expect(page.getByRole('link', { name: 'Inception', exact: true }).first()).toBeVisible()
})

test('a look-up overwrites filled fields only where ticked', async ({ page, signedIn }) => {
  await signedIn('admin')
  await page.goto('/moviecrate')
  await field(page, 'Título').fill('WALL-E')
  await field(page, 'Sinopsis en Inglés').fill('My own words.')
  await field(page, 'Duración (min)').fill('1')
  const dialog = await openLookup(page)
  await expect(field(dialog, 'Título')).toHaveValue('WALL-E')
  await dialog.getByRole('button', { name: 'Buscar', exact: true }).click()
  await expect(dialog.getByRole('checkbox', { name: 'Reemplazar Sinopsis en Inglés' })).not.toBeChecked()
  await expect(dialog.getByRole('checkbox', { name: 'Actores' })).toBeChecked()
  await dialog.getByRole('checkbox', { name: 'Reemplazar Duración (min)' }).check()
  await dialog.getByRole('button', { name: 'Usar estos datos' }).click()
  await expect(page.getByRole('dialog', { name: 'Agregar enlace' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(field(page, 'Sinopsis en Inglés')).toHaveValue('My own words.')
  await expect(field(page, 'Duración (min)')).toHaveValue('97')
  await expect(field(page, 'Año')).toHaveValue('2008')
})

test('a failed look-up shows its error, and the form stays usable', async ({
  page,
  signedIn,
  tolerated,
  filmDatabase,
}) => {
  tolerated.push(/responded with a status of 50[23]/)
  await signedIn('admin')
  await page.goto('/moviecrate')
  const dialog = await openLookup(page)
  await dialog.getByRole('button', { name: 'Buscar', exact: true }).click()
  await expect(field(dialog, 'Título')).toHaveAccessibleDescription(
    'Debe digitar el título o el código IMDb.',
  )
  await expect(field(dialog, 'Título')).toBeFocused()
  await lookUp(dialog, 'Una película que no existe')
  await expect(dialog.getByRole('alert')).toHaveText('No se encontró la película.')
  await lookUp(dialog, 'error:limit')
  await expect(dialog.getByRole('alert')).toHaveText(
    'Se alcanzó el límite diario de consultas a la base de películas.',
  )
  await lookUp(dialog, 'error:key')
  await expect(dialog.getByRole('alert')).toHaveText('La base de películas rechazó la clave configurada.')
  await expect(formMessage(page)).toHaveText('La base de películas rechazó la clave configurada.')
  expect(filmDatabase.requests.length).toBeGreaterThan(0)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(formMessage(page)).toBeEmpty()
  await expect(page).toHaveURL('/moviecrate')
  await field(page, 'Título').fill('Escrita a mano')
  await expect(field(page, 'Título')).toHaveValue('Escrita a mano')
})

test('a trailer and a link load only on request', async ({ page, signedIn, tolerated }) => {
  const requested: string[] = []
  await page.route('**/demo/media/**', (route) => {
    requested.push(new URL(route.request().url()).pathname)
    return route.abort()
  })
  tolerated.push(/net::ERR_FAILED/)
  const api = apiOf(page, await signedIn('admin'))
  const { _id } = await api.find('/api/movies', 'title', 'Casablanca')
  await page.goto(`/movie/${_id}`)
  const watch = page.getByRole('button', { name: 'Ver trailer' })
  await expect(watch).toBeEnabled()
  expect(requested).toEqual([])
  await watch.click()
  const trailer = page.getByRole('dialog', { name: 'Trailer' })
  await expect(trailer.getByText('El navegador no puede reproducir esta dirección.')).toBeVisible()
  expect(new Set(requested)).toEqual(new Set(['/demo/media/trailers/casablanca-1942.mp4']))
  await page.keyboard.press('Escape')
  await expect(trailer).toBeHidden()
  await expect(watch).toBeFocused()
  await page
    .getByRole('button', { name: /^Ver preview de/ })
    .first()
    .click()
  const preview = page.getByRole('dialog', { name: 'Vista previa del enlace' })
  await expect(preview.getByText('El navegador no puede reproducir esta dirección.')).toBeVisible()
  expect(requested.at(-1)).toMatch(/^\/demo\/media\/.+casablanca/)
  await preview.getByRole('button', { name: 'Cerrar' }).click()
  await expect(preview).toBeHidden()
})

test('the filter of reserved links follows changes of the links', async ({ page, signedIn }) => {
  const api = apiOf(page, await signedIn('admin'))
  await api.post(
    '/api/movies',
    localFilm({ title: 'Zapatos reservados', content: [linkOf({ link: 'zapatos.mp4' })] }),
  )
  const before = await api.count('/api/movies/size?onlyLinkReserved=true')
  await page.goto('/movie')
  await choose(page, 'Enlaces', 'Solo enlaces reservados')
  await expect(page).toHaveURL(/onlyLinkReserved/)
  await expect(page.getByTestId('total')).toHaveText(String(before))
  await expect(page.getByRole('cell', { name: 'Reservado', exact: true }).first()).toBeVisible()
  await choose(page, 'Enlaces', 'Todos')
  await page.getByRole('searchbox', { name: 'Texto a buscar' }).fill('zapatos reservados')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Zapatos reservados' }).click()
  await page.getByRole('button', { name: 'Editar zapatos.mp4' }).click()
  const dialog = page.getByRole('dialog', { name: 'Editar enlace' })
  await dialog.getByRole('switch', { name: 'Enlace reservado' }).check()
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await save(page)
  await page.goto('/movie?filter={"onlyLinkReserved":"true","q":"zapatos"}')
  await expect(page.getByTestId('total')).toHaveText('1')
  await expect(page.getByRole('link', { name: 'Zapatos reservados' })).toBeVisible()
  expect(await api.count('/api/movies/size?onlyLinkReserved=true')).toBe(before + 1)
})

test('after saving a film the next one can be created', async ({ page, signedIn }) => {
  const api = apiOf(page, await signedIn('admin'))
  const { _id } = await api.post('/api/movies', localFilm({ title: 'La primera de dos', runtime: 90 }))
  await page.goto(`/movie/${_id}`)
  const another = page.getByRole('button', { name: 'Nuevo' })
  await expect(another).toBeEnabled()
  await field(page, 'Referencia').fill('algo')
  await field(page, 'Duración (min)').fill('')
  await expect(another).toBeDisabled()
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await save(page)
  expect(await api.get(`/api/movies/${_id}`)).toMatchObject({ reference: 'algo', runtime: null })
  // No link changed, so there are no reports to repair.
  expect(asked.filter((path) => path.startsWith('/api/issues'))).toEqual([])
  await another.click()
  await expect(page).toHaveURL('/moviecrate')
  await expect(field(page, 'Título')).toHaveValue('')
  await expect(page.getByRole('button', { name: 'Nuevo' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Eliminar', exact: true })).toBeDisabled()
})
