import { expect } from '../support/browser.ts'
import { linkOf } from '../support/films.ts'
import { expectNotification } from '../support/notifications.ts'
import { apiOf, type Stored } from './support/api.ts'
import { localFilm } from './support/film.ts'
import { test } from './support/inspected.ts'
import { choose, select } from './support/screen.ts'

const countIn = (text: string | null): string => /([\d,]+)$/.exec(text ?? '')?.[1] ?? ''

test('defects of the catalogue are counted like their lists, and duplicates are merged by keyboard', {
  tag: '@looks',
}, async ({ page, signedIn, axe, lookAsPhone }) => {
  const api = apiOf(page, await signedIn('admin'))
  const twin = (title: string, link: string, changes = {}) =>
    api.post('/api/movies', localFilm({ title, content: [linkOf({ link })], ...changes }))
  const first = await twin('La gemela', 'una.mp4')
  const second = await twin('¡Gemela!', 'otra.mp4', { imdbId: 'tt5550001', synopsis: 'Otra sinopsis.' })

  await page.goto('/main')
  const panel = page.getByRole('region', { name: 'Calidad del catálogo' })
  const most = panel.getByRole('list').getByRole('link').first()
  const figure = (await most.locator('strong').textContent()) ?? ''
  await most.click()
  await expect(page.getByTestId('total')).toHaveText(figure)

  await page.getByRole('button', { name: 'Contenidos' }).click()
  await page.getByRole('menuitem', { name: 'Calidad del catálogo' }).click()
  const films = page.getByRole('region', { name: 'Películas' })
  const uncategorized = films.getByRole('link', { name: /^Sin categoría/ })
  const count = countIn(await uncategorized.locator('strong').textContent())
  await axe()
  await lookAsPhone()
  await films.getByRole('button', { name: 'Exportar Películas: Sin categoría' }).click()
  const dialog = page.getByRole('dialog', { name: 'Exportar' })
  await expect(dialog).toContainText(`${count} registros`)
  await page.keyboard.press('Escape')
  await uncategorized.click()
  await expect(page).toHaveURL(/^[^?]*\/movie\?filter=/)
  await expect(page.getByTestId('total')).toHaveText(count)
  await expect(select(page, 'Calidad')).toHaveText('Sin categoría')
  await choose(page, 'Calidad', 'Toda')
  await expect(page.getByTestId('total')).toHaveText(
    String(await api.count('/api/movies/size')).replace(/\B(?=(\d{3})+$)/g, ','),
  )

  await page.goBack()
  await page.goBack()
  await page.getByRole('button', { name: 'Comparar La gemela' }).press('Enter')
  const comparison = page.getByRole('dialog', { name: 'Comparar' })
  await expect(comparison.getByRole('row', { name: /^Sinopsis \(difiere\)/ })).toContainText('Otra sinopsis.')
  await expect(comparison.getByRole('row', { name: /^Año/ })).not.toContainText('difiere')
  await axe()
  await lookAsPhone()
  await comparison.getByRole('radio', { name: /^Se queda A/ }).press('ArrowRight')
  await expect(comparison.getByRole('radio', { name: 'Se queda B: ¡Gemela!' })).toBeChecked()
  await comparison.getByRole('button', { name: 'Unir' }).press('Enter')
  const question = page.getByRole('dialog', { name: 'Unir a «¡Gemela!»' })
  await expect(question).toContainText('Pasan a este registro: 1 enlace y los reportes que tenga.')
  await question.getByRole('button', { name: 'Unir' }).press('Enter')
  await expectNotification(page, 'Se unió a «¡Gemela!».')
  await expect(page.getByRole('button', { name: 'Comparar La gemela' })).toHaveCount(0)
  const kept = await api.get<Stored>(`/api/movies/${second._id}`)
  expect(kept.content).toHaveLength(2)
  expect((await api.ask('GET', `/api/movies/${first._id}`)).status()).toBe(404)
})
