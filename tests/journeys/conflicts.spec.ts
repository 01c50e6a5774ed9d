import { expect, expectAccessibleInLight } from '../support/browser.ts'
import { apiOf } from './support/api.ts'
import { addLink, linkRow, localFilm, register, save } from './support/film.ts'
import { test } from './support/inspected.ts'
import { field } from './support/screen.ts'

const TITLE = 'Otra persona guardó este registro mientras usted lo editaba'
const MINE = 'https://cdn.cartelera.example/mio.m3u8'
const THEIRS = 'https://cdn.cartelera.example/ajeno.m3u8'

test('a film edited by two users at once keeps the chosen values of both, links included', {
  tag: '@looks',
}, async ({ page, signedIn, tolerated, axe, lookAsPhone }) => {
  tolerated.push(/409/)
  const api = apiOf(page, await signedIn('admin'))
  const film = await api.post('/api/movies', localFilm({ title: 'Disputada', reference: 'R-1' }))
  await page.goto(`/movie/${film._id}`)
  await field(page, 'Título').fill('Disputada por mí')
  await field(page, 'Referencia').fill('R-2')
  await addLink(page, MINE)
  const stored = await api.get(`/api/movies/${film._id}`)
  const [first] = [stored.content].flat()
  await api.put(`/api/movies/${film._id}`, {
    title: 'Disputada por otra',
    actors: 'Ana Peña',
    content: [first, { ...Object(first), link: THEIRS, audio: ['ING'] }],
  })
  await register(page).click()
  const dialog = page.getByRole('dialog', { name: TITLE })
  const choice = (name: string, label: string) => dialog.getByRole('radio', { name: `${name}: ${label}` })
  await expect(choice('Conservar lo mío', 'Referencia')).toBeChecked()
  await expect(choice('Usar lo guardado', 'Actores')).toBeChecked()
  await expect(dialog.getByTestId('conflict').filter({ hasText: 'Enlaces' })).toContainText('Audio: Inglés')
  await axe()
  await lookAsPhone()
  await dialog.getByRole('button', { name: 'Aplicar' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Elija qué queda en: Título, Enlaces.')
  await expectAccessibleInLight(page)
  await expect(choice('Conservar lo mío', 'Título')).toBeFocused()
  await page.keyboard.press('Space')
  await choice('Unir los dos', 'Enlaces').check()
  await dialog.getByRole('button', { name: 'Aplicar' }).click()
  await expect(dialog).toBeHidden()
  await expect(field(page, 'Título')).toHaveValue('Disputada por mí')
  await expect(field(page, 'Actores')).toHaveValue('Ana Peña')
  for (const link of [MINE, THEIRS]) await expect(linkRow(page, link)).toBeVisible()
  expect(await api.get(`/api/movies/${film._id}`)).toMatchObject({
    title: 'Disputada por otra',
    reference: 'R-1',
  })
  await save(page)
  const saved = await api.get(`/api/movies/${film._id}`)
  expect(saved).toMatchObject({ title: 'Disputada por mí', reference: 'R-2', actors: 'Ana Peña' })
  expect([saved.content].flat().map((link) => Object(link).link)).toEqual([Object(first).link, THEIRS, MINE])
})

test('permissions changed by two users at once are merged route by route', async ({
  page,
  signedIn,
  tolerated,
}) => {
  tolerated.push(/409/)
  const api = apiOf(page, await signedIn('sa'))
  const { _id } = await api.post('/api/profiles', { name: 'Disputado' })
  await page.goto(`/permission/${_id}`)
  await page.getByRole('checkbox', { name: 'Reporte de Errores', exact: true }).check()
  const grant = {
    name: 'history-list',
    description: '',
    path: '',
    register: false,
    modify: false,
    delete: false,
  }
  await api.put(`/api/profiles/${_id}`, { routeAccess: [{ onMenu: 'admin', access: [grant] }] })
  await register(page).click()
  const dialog = page.getByRole('dialog', { name: TITLE })
  await expect(dialog.getByTestId('conflict')).toHaveCount(2)
  await dialog.getByRole('button', { name: 'Aplicar' }).click()
  await expect(dialog).toBeHidden()
  await save(page)
  const { routeAccess } = await api.get(`/api/profiles/${_id}`)
  const names = [routeAccess].flat().flatMap((group) => [Object(group).access].flat())
  expect(names.map(({ name }) => name)).toEqual(['history-list', 'issue-list'])
})
