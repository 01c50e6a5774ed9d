import { readFileSync } from 'node:fs'
import { expect, test } from '../../support/browser.ts'
import { apiOf } from '../support/api.ts'
import { register, save } from '../support/film.ts'
import { choose, expectMessage, field, formMessage, select } from '../support/screen.ts'

const { category: said }: { category: Record<'name' | 'descriptionEnglish' | 'type', string> } = JSON.parse(
  readFileSync(new URL('../../data/messages-contents.json', import.meta.url), 'utf8'),
)

test('a category and a radio station are created, searched for, switched off and deleted', async ({
  page,
  signedIn,
}) => {
  const api = apiOf(page, await signedIn('admin'))
  await page.goto('/categories')
  await page.getByRole('link', { name: 'Nueva categoría' }).click()
  await expect(page).toHaveURL('/category')
  await register(page).click()
  await expect(field(page, 'Descripción')).toBeFocused()
  await expectMessage(field(page, 'Descripción'), said.name)
  await expectMessage(field(page, 'Descripción en Inglés'), said.descriptionEnglish)
  await expectMessage(select(page, 'Tipo'), said.type)
  await expect(formMessage(page)).toHaveText('Hay 3 campos por corregir.')
  await field(page, 'Descripción').fill('Ópera prima')
  await field(page, 'Descripción en Inglés').fill('First features')
  await choose(page, 'Tipo', 'Película')
  await field(page, 'Descripción').press('Enter')
  await expect(page).toHaveURL(/\/category\/[\w-]+$/)
  await field(page, 'Descripción en Inglés').fill('Debut films')
  await save(page)
  await page.getByRole('button', { name: 'Atras' }).click()
  const search = page.getByRole('searchbox', { name: 'Texto a buscar' })
  await search.fill('opera')
  await page.getByRole('button', { name: 'Buscar', exact: true }).click()
  await expect(page.getByTestId('total')).toHaveText('1')
  await expect(page.getByRole('cell', { name: 'Debut films' })).toBeVisible()
  const category = await api.find('/api/categories', 'name', 'Ópera prima')
  await page.getByRole('switch', { name: 'Activo: Ópera prima' }).click()
  await expect.poll(async () => (await api.get(`/api/categories/${category._id}`)).status).toBe(false)
  await page.getByRole('link', { name: 'Ópera prima' }).click()
  await page.getByRole('button', { name: 'Eliminar', exact: true }).click()
  await page
    .getByRole('dialog', { name: 'Seguro de eliminar Ópera prima' })
    .getByRole('button', { name: 'Eliminar' })
    .click()
  await expect(page).toHaveURL(/\/categories(\?|$)/)
  expect((await api.ask('GET', `/api/categories/${category._id}`)).status()).toBe(404)

  await page.getByRole('button', { name: 'Contenidos' }).click()
  await page.getByRole('menuitem', { name: 'Radios' }).click()
  await page.getByRole('link', { name: 'Nueva emisora' }).click()
  await expect(page).toHaveURL('/radio')
  await field(page, 'Número').press('Enter')
  await expectMessage(field(page, 'Número'), 'Debe especificar el número del Emisora.')
  await field(page, 'Número').fill('999')
  await field(page, 'Título').fill('La emisora')
  await field(page, 'Categoría').fill('Bachata')
  await field(page, 'Enlace').fill('https://radio.cartelera.example/uno')
  await field(page, 'Imagen').fill('/pictures/logo/La%20emisora.svg')
  await save(page)
  await expect(page).toHaveURL(/\/radio\/[\w-]+$/)
  const radio = await api.find('/api/radios/short', 'title', 'La emisora')
  await page.getByRole('button', { name: 'Atras' }).click()
  await search.fill('la emisora')
  await search.press('Enter')
  await expect(page.getByTestId('total')).toHaveText('1')
  await page.getByRole('switch', { name: 'Activo: La emisora' }).click()
  await expect.poll(async () => (await api.get(`/api/radios/${radio._id}`)).status).toBe(false)
  await page.getByRole('link', { name: 'La emisora', exact: true }).click()
  await page.getByRole('button', { name: 'Eliminar', exact: true }).click()
  await page
    .getByRole('dialog', { name: 'Seguro de eliminar La emisora' })
    .getByRole('button', { name: 'Eliminar' })
    .click()
  await expect(page).toHaveURL(/\/radios(\?|$)/)
  expect((await api.ask('GET', `/api/radios/${radio._id}`)).status()).toBe(404)
})
