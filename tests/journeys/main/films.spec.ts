import { expect, test } from '../../support/browser.ts'
import { apiOf } from '../support/api.ts'
import { addLink, fillFilm, linkRow, openLinkDialog, register, save } from '../support/film.ts'
import { choose, expectMessage, field, formMessage } from '../support/screen.ts'

test('a film is created with images and links, its links are corrected, and it is deleted after confirmation', async ({
  page,
  signedIn,
}) => {
  const api = apiOf(page, await signedIn('admin'))
  await page.goto('/movie')
  await page.getByRole('link', { name: 'Nueva película' }).click()
  await expect(page).toHaveURL('/moviecrate')
  await register(page).click()
  await expect(field(page, 'Título')).toBeFocused()
  await expectMessage(field(page, 'Título'), 'Debe especificar el título.')
  await expectMessage(field(page, 'Imagen de portada'), 'Debe especificar la imagen del covert.')
  await expectMessage(field(page, 'Imagen del fondo'), 'Debe especificar la imagen del fondo.')
  await expect(page.getByText('Debe agregar por lo meno un link.').first()).toBeVisible()
  await expect(formMessage(page)).toHaveText('Hay 10 campos por corregir.')
  await fillFilm(page, 'Tres enlaces')
  await page
    .getByRole('button', { name: /^Ver imagen: / })
    .first()
    .click()
  const image = page.getByRole('dialog')
  await expect(image.getByRole('img')).toHaveAttribute('src', '/pictures/cover/isla.svg')
  await image.getByRole('button', { name: 'Cerrar' }).click()
  await expect(image).toBeHidden()

  const dialog = await openLinkDialog(page)
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await expectMessage(field(dialog, 'Enlace'), 'Debe especificar el link')
  await expect(dialog).toContainText('Debe seleccionar por lo meno un lenguage de audio')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Agregar enlace' })).toBeFocused()
  await addLink(page, 'muerto.mp4')
  await addLink(page, 'lento.mp4', { quality: '4K', audio: ['Español', 'Inglés'] })
  await addLink(page, 'sobra.mp4')
  await save(page)
  await expect(page).toHaveURL(/\/movie\/[\w-]+$/)
  const { _id } = await api.find('/api/movies', 'title', 'Tres enlaces')
  expect((await api.get(`/api/movies/${_id}`)).content).toMatchObject([
    { link: 'muerto.mp4', quality: 'HD', audio: ['ESP'], status: true },
    { link: 'lento.mp4', quality: '4K', audio: ['ESP', 'ING'], status: true },
    { link: 'sobra.mp4' },
  ])

  await page.getByRole('button', { name: 'Editar muerto.mp4' }).click()
  const edited = page.getByRole('dialog', { name: 'Editar enlace' })
  await field(edited, 'Enlace').fill('vivo.mp4')
  await edited.getByRole('button', { name: 'Guardar' }).click()
  await page.getByRole('button', { name: 'Desactivar lento.mp4' }).click()
  await expect(linkRow(page, 'lento.mp4')).toContainText('Inactivo')
  await page.getByRole('button', { name: 'Eliminar sobra.mp4' }).click()
  const link = page.getByRole('dialog', { name: 'Seguro de eliminar sobra.mp4' })
  await link.getByRole('button', { name: 'Cancelar' }).click()
  await expect(linkRow(page, 'sobra.mp4')).toBeVisible()
  await page.getByRole('button', { name: 'Eliminar sobra.mp4' }).click()
  await link.getByRole('button', { name: 'Eliminar' }).click()
  await expect(linkRow(page, 'sobra.mp4')).toHaveCount(0)
  await save(page)
  expect((await api.get(`/api/movies/${_id}`)).content).toMatchObject([
    { link: 'vivo.mp4', status: true },
    { link: 'lento.mp4', status: false },
  ])

  await page.getByRole('button', { name: 'Atras' }).click()
  await page.getByRole('searchbox', { name: 'Texto a buscar' }).fill('tres enlaces')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('total')).toHaveText('1')
  await choose(page, 'Enlaces', 'Solo enlaces reservados')
  await expect(page.getByText('Ningún registro coincide con la búsqueda.')).toBeVisible()
  await choose(page, 'Enlaces', 'Todos')
  await page.getByRole('link', { name: 'Tres enlaces', exact: true }).click()
  await page.getByRole('button', { name: 'Eliminar', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'Seguro de eliminar Tres enlaces' })
  await question.getByRole('button', { name: 'Eliminar' }).click()
  await expect(page).toHaveURL(/\/movie(\?|$)/)
  expect((await api.ask('GET', `/api/movies/${_id}`)).status()).toBe(404)
})
