import { readFileSync } from 'node:fs'
import { expect, test } from '../support/browser.ts'
import { linkOf } from '../support/films.ts'
import { expectNotification } from '../support/notifications.ts'
import { apiOf } from './support/api.ts'
import {
  addLink,
  fillFilm,
  language,
  linkRow,
  localFilm,
  lookUp,
  openLinkDialog,
  openLookup,
  register,
  save,
} from './support/film.ts'
import {
  choose,
  expectGroupMessage,
  expectMessage,
  field,
  formMessage,
  select,
  watchWrites,
} from './support/screen.ts'

type Messages = Record<'category' | 'film' | 'link', Record<string, string>>

/** Verbatim, including the spelling errors of the requirements. */
const { film: FILM, link: LINK }: Messages = JSON.parse(
  readFileSync(new URL('../data/messages-contents.json', import.meta.url), 'utf8'),
)
const { film: said, link: saidOfLink } = {
  film: (name: string) => FILM[name] ?? '',
  link: (name: string) => LINK[name] ?? '',
}

test('an empty film shows every missing field', { tag: '@all' }, async ({ page, signedIn }) => {
  await signedIn('admin')
  const writes = watchWrites(page)
  await page.goto('/moviecrate')
  await register(page).click()
  await expect(field(page, 'Título')).toBeFocused()
  await expectMessage(field(page, 'Título'), said('title'))
  await expectMessage(field(page, 'Año'), said('year'))
  await expectMessage(field(page, 'Sinopsis'), said('synopsis'))
  await expectMessage(field(page, 'Sinopsis en Inglés'), said('synopsisEng'))
  await expectMessage(field(page, 'Trailer'), said('trailer'))
  await expectMessage(field(page, 'Imagen de portada'), said('covertImage'))
  await expectMessage(field(page, 'Imagen del fondo'), said('fullImage'))
  await expectMessage(select(page, 'Clasificación'), 'Debe especificar la clasificación')
  await expectGroupMessage(page.getByRole('group', { name: 'Géneros' }), said('genres'))
  await expectMessage(page.getByRole('group', { name: 'Enlaces' }), said('noLink'))
  await expect(formMessage(page)).toHaveText('Hay 10 campos por corregir.')
  expect(writes).toEqual([])
})

test('an invalid value shows an error at the field until corrected', async ({ page, signedIn }) => {
  await signedIn('admin')
  await page.goto('/moviecrate')
  await fillFilm(page, 'Una película con errores')
  await addLink(page, 'peliculas/errores.mp4')
  const wrong = [
    ['Año', '1899', said('year')],
    ['Año', 'dos mil', said('year')],
    ['Imagen de portada', 'portada', said('image')],
    ['Imagen del fondo', 'javascript:alert(1)', said('image')],
    ['Trailer', 'ftp://videos.example/a.mp4', said('image')],
    ['Duración (min)', '10000', 'La duración debe ser un número entre 0 y 9999.'],
    ['Puntuación', '11', 'Debe ser un número entre 0 y 10.'],
    ['Referencia', 'x'.repeat(151), 'Debe tener como máximo 150 caracteres.'],
  ] as const
  for (const [label, value] of wrong) await field(page, label).fill(value)
  await register(page).click()
  for (const [label, value, message] of wrong.filter(([, value]) => value !== '1899')) {
    await expect(field(page, label)).toHaveValue(value)
    await expectMessage(field(page, label), message)
  }
  await expect(field(page, 'Año')).toBeFocused()
  await expect(formMessage(page)).toHaveText('Hay 7 campos por corregir.')
  await field(page, 'Año').fill('1899')
  await expectMessage(field(page, 'Año'), said('year'))
  await field(page, 'Año').fill('1900')
  await expect(field(page, 'Año')).not.toHaveAttribute('aria-invalid', 'true')
  await expect(formMessage(page)).toHaveText('Hay 6 campos por corregir.')
})

test('an existing film requires its creation date', async ({ page, signedIn }) => {
  const api = apiOf(page, await signedIn('admin'))
  const { _id } = await api.post('/api/movies', localFilm({ title: 'Con fecha' }))
  await page.goto(`/movie/${_id}`)
  const date = field(page, 'Fecha de Creación')
  await date.fill('')
  await register(page).click()
  await expectMessage(date, said('dateCreate'))
  await date.fill('04/03/2026')
  await expect(page.getByText('3 de abril de 2026')).toBeVisible()
  await save(page)
  expect((await api.get(`/api/movies/${_id}`)).dateCreate).toBe('2026-04-03T04:00:00.000Z')
})

test('the link dialog shows the missing fields', async ({ page, signedIn }) => {
  await signedIn('admin')
  await page.goto('/moviecrate')
  const dialog = await openLinkDialog(page)
  const add = dialog.getByRole('button', { name: 'Guardar' })
  await add.click()
  await expect(field(dialog, 'Enlace')).toBeFocused()
  await expectMessage(field(dialog, 'Enlace'), saidOfLink('link'))
  await expectMessage(select(dialog, 'Calidad'), saidOfLink('quality'))
  await expectGroupMessage(dialog.getByRole('group', { name: 'Audio' }), saidOfLink('audio'))
  await choose(dialog, 'Tipo de enlace', 'Externo')
  await field(dialog, 'Enlace').fill('peliculas/a.mp4')
  await expectMessage(field(dialog, 'Enlace'), saidOfLink('invalid'))
  await choose(dialog, 'Proveedor', 'YouTube')
  await choose(dialog, 'Tipo de enlace', 'Interno')
  await expect(select(dialog, 'Proveedor')).toBeDisabled()
  await expect(select(dialog, 'Proveedor')).not.toContainText('YouTube')
  await choose(dialog, 'Calidad', 'HD')
  await language(dialog, 'Audio', 'Español').check()
  await add.click()
  await expect(linkRow(page, 'peliculas/a.mp4')).toContainText('Activo')
})

test('rejects links with several audios in Modo Audio', async ({ page, signedIn }) => {
  await signedIn('admin')
  await page.goto('/moviecrate')
  await fillFilm(page, 'Un solo audio')
  await addLink(page, 'peliculas/dos-audios.mp4', { audio: ['Español', 'Inglés'] })
  await page.getByRole('switch', { name: 'Modo Audio' }).check()
  await register(page).click()
  const links = page.getByRole('group', { name: 'Enlaces' })
  await expectMessage(links, said('monoAudio'))
  await page.getByRole('button', { name: 'Editar peliculas/dos-audios.mp4' }).click()
  const dialog = page.getByRole('dialog', { name: 'Editar enlace' })
  await language(dialog, 'Audio', 'Inglés').uncheck()
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await expect(links).toHaveAccessibleDescription('')
  await save(page)
})

test('rejects a film without links or without an active one', async ({ page, signedIn }) => {
  const api = apiOf(page, await signedIn('admin'))
  const { _id } = await api.post(
    '/api/movies',
    localFilm({ title: 'Último enlace', content: [linkOf({ link: 'u.mp4' })] }),
  )
  await page.goto(`/movie/${_id}`)
  const links = page.getByRole('group', { name: 'Enlaces' })
  await page.getByRole('button', { name: 'Desactivar u.mp4' }).click()
  await register(page).click()
  await expectMessage(links, said('noActiveLink'))
  await page.getByRole('button', { name: 'Eliminar u.mp4' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click()
  await expectMessage(links, said('noLink'))
  await register(page).click()
  await expectMessage(links, said('noLink'))
  expect((await api.get(`/api/movies/${_id}`)).content).toMatchObject([{ link: 'u.mp4', status: true }])
})

test('leaving a film with unsaved changes asks first', async ({ page, signedIn }) => {
  await signedIn('admin')
  await page.goto('/movie')
  await page.getByRole('link', { name: 'Nueva película' }).click()
  await field(page, 'Título').fill('A medias')
  const question = page.getByRole('dialog', { name: 'Tiene cambios sin guardar' })
  for (const leave of [
    () => page.getByRole('button', { name: 'Atras' }).click(),
    () => page.getByRole('button', { name: 'Cancelar' }).click(),
    () => page.getByRole('link', { name: 'Cartelera: inicio' }).click(),
    () => page.goBack(),
  ]) {
    await leave()
    await expect(question).toContainText('Si sale ahora se pierde 1 cambio.')
    await question.getByRole('button', { name: 'Seguir editando' }).click()
    await expect(question).toBeHidden()
    await expect(page).toHaveURL('/moviecrate')
    await expect(field(page, 'Título')).toHaveValue('A medias')
  }
  await page.getByRole('button', { name: 'Atras' }).click()
  await question.getByRole('button', { name: 'Salir sin guardar' }).click()
  await expect(page).toHaveURL('/movie')
})

test('a double click on Registrar creates one film', { tag: '@all' }, async ({ page, signedIn }) => {
  const api = apiOf(page, await signedIn('admin'))
  await page.goto('/moviecrate')
  await fillFilm(page, 'Pulsada dos veces')
  await addLink(page, 'peliculas/dos-veces.mp4')
  const writes = watchWrites(page)
  await register(page).dblclick()
  await expect(page).toHaveURL(/\/movie\/[\w-]+$/)
  await expect(field(page, 'Título')).toHaveValue('Pulsada dos veces')
  expect(writes).toEqual(['POST /api/movies'])
  expect(await api.count('/api/movies/size?search=pulsada%20dos')).toBe(1)
  await field(page, 'Referencia').fill('otra vez')
  await register(page).dblclick()
  await expectNotification(page, 'Los datos fueron guardados.')
  expect(writes).toEqual(['POST /api/movies', expect.stringMatching(/^PUT /)])
})

test('without a key, the demo looks films up among its own', async ({ page, signedIn }) => {
  await signedIn('admin')
  await page.goto('/moviecrate')
  const dialog = await openLookup(page)
  await lookUp(dialog, 'Casablanca')
  await dialog.getByRole('button', { name: 'Usar estos datos' }).click()
  await page.keyboard.press('Escape')
  await expect(field(page, 'Título')).toHaveValue('Casablanca')
  await expect(field(page, 'Año')).toHaveValue('1942')
  await expect(field(page, 'Sinopsis en Inglés')).not.toHaveValue('')
  await expect(field(page, 'Imagen de portada')).toHaveValue(/^\/pictures\//)
})

for (const [user, advice] of [
  ['sa', 'Defina la variable OMDB_API_KEY y reinicie el servidor; la clave se pide en omdbapi.com.'],
  ['admin', 'Pida que la active a quien administra el servidor.'],
] as const)
  test(`without a film database, the disabled look-up tells ${user} why`, async ({ page, signedIn, axe }) => {
    await page.route('**/api/users/me', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), isFilmLookupOn: false } })
    })
    await signedIn(user)
    await page.goto('/moviecrate')
    const reason = `La búsqueda en la base de películas no está configurada. ${advice}`
    const button = page.getByRole('button', { name: 'Buscar en la base de películas' })
    await expect(button).toHaveAccessibleDescription(reason)
    await expect(button).toBeDisabled()
    await button.focus()
    await page.keyboard.press('Enter')
    await expect(formMessage(page)).toHaveText(reason)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await axe()
  })
