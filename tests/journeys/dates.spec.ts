import type { Page } from '@playwright/test'
import { expect, test } from '../support/browser.ts'
import { apiOf, type Stored } from './support/api.ts'
import { localFilm, register, save } from './support/film.ts'
import { PHONE } from './support/inspected.ts'
import { expectMessage, field, watchWrites } from './support/screen.ts'

const INVALID = 'La fecha es inválida.'
const CHRISTMAS = '¿Quiso decir 25 de diciembre de 1999?'

const released = (page: Page) => field(page, 'Fecha de estreno')

test('an incomplete date shows an error at the field and is not saved', async ({ page, signedIn }) => {
  const api = apiOf(page, await signedIn('admin'))
  const { _id } = await api.post(
    '/api/movies',
    localFilm({ title: 'A medio escribir', released: '1987-05-01' }),
  )
  const writes = watchWrites(page)
  await page.goto(`/movie/${_id}`)
  await expect(released(page)).toHaveValue('05/01/1987')
  await expectMessage(released(page), '1 de mayo de 1987')
  await released(page).press('Home')
  await released(page).press('Delete')
  await released(page).press('Delete')
  await register(page).click()
  await expectMessage(released(page), INVALID)
  await expect(released(page)).toHaveValue('/01/1987')
  await expect(released(page)).toBeFocused()
  for (const impossible of ['02/30/1987', '5', '05/01/198', 'mayo'])
    await test.step(impossible, async () => {
      await released(page).fill(impossible)
      await released(page).press('Enter')
      await expectMessage(released(page), INVALID)
    })
  const creation = field(page, 'Fecha de Creación')
  await released(page).fill('05/01/1987')
  await creation.fill('12/31/1799')
  await register(page).click()
  await expectMessage(creation, 'La fecha debe estar entre 01/01/1800 y 31/12/3000.')
  expect(writes).toEqual([])
  expect((await api.get<Stored>(`/api/movies/${_id}`)).released).toBe('1987-05-01')
})

test('a date is saved as typed; day and month are swapped on request where only that is valid', async ({
  page,
  signedIn,
}) => {
  const api = apiOf(page, await signedIn('admin'))
  const { _id } = await api.post('/api/movies', localFilm({ title: 'Al pie de la letra' }))
  await page.goto(`/movie/${_id}`)
  await released(page).pressSequentially('25/12/1999')
  await released(page).press('Tab')
  await expect(released(page)).toHaveValue('25/12/1999')
  await expectMessage(released(page), `${INVALID} ${CHRISTMAS}`)
  await page.getByRole('button', { name: CHRISTMAS }).click()
  await expect(released(page)).toHaveValue('12/25/1999')
  await expect(released(page)).toBeFocused()
  await expectMessage(released(page), '25 de diciembre de 1999')
  await save(page)
  const stored = async () => (await api.get<Stored>(`/api/movies/${_id}`)).released
  expect(await stored()).toBe('1999-12-25')
  for (const [typed, shown, words] of [
    ['01052020', '01/05/2020', '5 de enero de 2020'],
    ['3/4/99', '03/04/1999', '4 de marzo de 1999'],
    ['2014-09-26', '09/26/2014', '26 de septiembre de 2014'],
  ] as const)
    await test.step(typed, async () => {
      await released(page).fill(typed)
      await expectMessage(released(page), words)
      await released(page).press('Tab')
      await expect(released(page)).toHaveValue(shown)
    })
  await released(page).fill('13012020')
  await page.getByRole('button', { name: '¿Quiso decir 13 de enero de 2020?' }).click()
  await expect(released(page)).toHaveValue('01/13/2020')
})

test('a filter with an invalid date shows an error and is not applied', async ({ page, signedIn }) => {
  await signedIn('admin')
  await page.goto('/admin')
  await page.getByRole('button', { name: 'Vence Todas' }).click()
  const dialog = page.getByRole('dialog', { name: 'Vence' })
  const from = field(dialog, 'Desde')
  await expect(from).toHaveAttribute('placeholder', 'mm/dd/yyyy')
  await from.fill('/01/1987')
  await dialog.getByRole('button', { name: 'Aplicar' }).click()
  await expectMessage(from, INVALID)
  await from.fill('25/12/1999')
  await from.press('Enter')
  await expectMessage(from, `${INVALID} ${CHRISTMAS}`)
  await expect(page).toHaveURL('/admin')
  await dialog.getByRole('button', { name: CHRISTMAS }).click()
  await dialog.getByRole('button', { name: 'Aplicar' }).click()
  await expect(page.getByRole('button', { name: 'Vence Desde 25/12/1999' })).toBeVisible()
})

test('the calendar works with the keyboard only', async ({ page, signedIn }) => {
  await signedIn('admin')
  await page.goto('/moviecrate')
  await released(page).fill('05/01/1987')
  await released(page).press('Tab')
  const opener = page.getByRole('button', { name: 'Elige fecha: Fecha de estreno, 1 de mayo de 1987' })
  await expect(opener).toBeFocused()
  await page.keyboard.press('Enter')
  const calendar = page.getByRole('dialog', { name: 'Calendario' })
  await expect(calendar.getByRole('gridcell', { name: '1', exact: true })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(calendar).toBeHidden()
  await expect(opener).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(calendar.getByRole('gridcell', { name: '1', exact: true })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(calendar).toBeHidden()
  await expect(released(page)).toHaveValue('05/02/1987')
  await expectMessage(released(page), '2 de mayo de 1987')
})

test.describe('on a phone', () => {
  test.use({ viewport: PHONE, hasTouch: true })

  test('a date is typed as digits or picked in the calendar', async ({ page, signedIn }) => {
    await signedIn('admin')
    await page.goto('/moviecrate')
    await released(page).tap()
    await page.keyboard.type('05011987')
    await expectMessage(released(page), '1 de mayo de 1987')
    await page.getByRole('button', { name: /^Elige fecha: Fecha de estreno/ }).tap()
    const calendar = page.getByRole('dialog', { name: 'Calendario' })
    await calendar.getByRole('gridcell', { name: '24', exact: true }).tap()
    await expect(calendar).toBeHidden()
    await expect(released(page)).toHaveValue('05/24/1987')
  })
})
