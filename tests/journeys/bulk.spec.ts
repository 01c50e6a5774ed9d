import { expect, test } from '../support/browser.ts'
import { apiOf } from './support/api.ts'
import { localFilm } from './support/film.ts'

test('films found by a search are disabled together and enabled again with the keyboard only', async ({
  page,
  signedIn,
}) => {
  const api = apiOf(page, await signedIn('admin'))
  const titles = ['Lote uno', 'Lote dos', 'Lote tres']
  const films = await Promise.all(titles.map((title) => api.post('/api/movies', localFilm({ title }))))
  const states = () => Promise.all(films.map(async ({ _id }) => (await api.get(`/api/movies/${_id}`)).status))
  await page.goto('/movie?filter=%7B%22q%22%3A%22lote%22%7D')
  await expect(page.getByTestId('total')).toHaveText('3')
  const boxes = page.getByRole('checkbox', { name: /^Elegir Lote/ })
  await boxes.first().focus()
  await page.keyboard.press('Space')
  const actions = page.getByRole('group', { name: 'Con los elegidos' })
  await expect(actions.getByRole('status')).toHaveText('1 elegido')
  await boxes.nth(2).focus()
  await page.keyboard.press('Shift+Space')
  await expect(actions.getByRole('status')).toHaveText('3 elegidos')
  await actions.getByRole('button', { name: 'Desactivar' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Listo' })
  await expect(dialog.getByRole('status')).toHaveText('3 registros cambiados.')
  expect(await states()).toEqual([false, false, false])
  await dialog.getByRole('button', { name: 'Deshacer' }).press('Enter')
  const question = page.getByRole('dialog', { name: '¿Deshacer «Desactivar 3 películas»?' })
  const shown = page.locator('.MuiDialog-root')
  await expect(shown).toHaveCount(2)
  await expect(shown.first()).toHaveCSS('opacity', '0')
  await expect(shown.last()).toHaveCSS('opacity', '1')
  await question.getByRole('button', { name: 'Deshacer' }).press('Enter')
  await expect(dialog.getByRole('status')).toHaveText('3 registros como antes.')
  await expect(shown).toHaveCSS('opacity', '1')
  expect(await states()).toEqual([true, true, true])
  await dialog.getByRole('link', { name: 'Ver cambios' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Auditoría')
  await expect(page.getByTestId('total')).toHaveText('3')
  await page.getByRole('button', { name: 'De un cambio en lote' }).press('Delete')
  await expect(page.getByTestId('total')).not.toHaveText('3')
  await page.reload()
  await page.getByRole('button', { name: /^Menú del usuario/ }).click()
  await page.getByRole('menuitem', { name: 'Mis tareas' }).click()
  const jobs = page.getByRole('dialog', { name: 'Mis tareas' }).getByRole('listitem')
  await expect(jobs.first()).toContainText('Deshacer: Desactivar 3 películas')
  await jobs
    .nth(1)
    .getByRole('link', { name: /^Ver registros/ })
    .press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Películas')
  await expect(page.getByTestId('total')).toHaveText('3')
})

test('deletes all matches of a search, unless the list has changed meanwhile', async ({ page, signedIn }) => {
  const api = apiOf(page, await signedIn('admin'))
  for (const title of ['Remesa uno', 'Remesa dos']) await api.post('/api/movies', localFilm({ title }))
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/movie?perPage=10&filter=%7B%22q%22%3A%22remesa%22%7D')
  await page.getByRole('checkbox', { name: 'Elegir Remesa uno' }).click()
  await page.getByRole('button', { name: 'Elegir los 2 filtrados' }).click()
  await api.post('/api/movies', localFilm({ title: 'Remesa tres' }))
  const confirm = async () => {
    await page.getByRole('button', { name: 'Eliminar', exact: true }).click()
    const question = page.getByRole('dialog', { name: /^¿Desea eliminar/ })
    await question.getByRole('button', { name: 'Eliminar' }).click()
    await expect(question).toBeHidden()
  }
  await confirm()
  await expect(page.getByText('Ahora son 3 registros, y no 2')).toBeVisible()
  await expect(page.getByTestId('total')).toHaveText('3')
  await confirm()
  await expect(page.getByRole('dialog', { name: 'Listo' }).getByRole('status')).toHaveText(
    '3 registros eliminados.',
  )
  await page.getByRole('button', { name: 'Cerrar' }).click()
  await expect(page.getByText('Ningún registro coincide con la búsqueda.')).toBeVisible()
})
