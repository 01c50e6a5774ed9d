import { expect, test } from '../../support/browser.ts'
import { apiOf } from '../support/api.ts'
import { newFilm, viewerOf } from '../support/viewer.ts'

test('a film links to its visits, a visit to its viewer, a viewer to its activity', async ({
  page,
  signedIn,
}) => {
  const api = apiOf(page, await signedIn('sa'))
  const film = await newFilm(api, 'Vista una vez')
  const viewer = await viewerOf(page, api, 'vidente.cuatro')
  await viewer.post('/api/histories', { contentId: film._id, mediaType: 'Movie' })
  const heading = page.getByRole('heading', { level: 1 })
  const total = page.getByTestId('total')
  await page.goto(`/movie/${film._id}`)
  await page.getByRole('link', { name: 'Historial', exact: true }).click()
  await expect(heading).toHaveText('Historial de visitas de Vista una vez')
  await expect(total).toHaveText('1')
  await expect(page.getByRole('row').filter({ hasText: 'vidente.cuatro' })).toContainText(
    /\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d [ap]m/,
  )
  const days = page.getByRole('table', { name: 'Visitas por día' })
  await page.getByRole('button', { name: 'Resumen de visitas' }).click()
  await page.getByText('Ver las cifras').click()
  await expect(days.getByRole('row').last()).toHaveText(/1$/)
  await page.getByRole('link', { name: 'vidente.cuatro' }).click()
  await expect(heading).toHaveText('Persona vidente.cuatro · Editar usuario')
  await page.getByRole('link', { name: 'Historial', exact: true }).click()
  await expect(page).toHaveURL(/\/histories\/.+\?name=/)
  await expect(heading).toHaveText('Historial de visitas de Persona vidente.cuatro')
  await expect(total).toHaveText('1')
  await page.goBack()
  await page.getByRole('link', { name: 'Actividad', exact: true }).click()
  await expect(page).toHaveURL('/activity/vidente.cuatro')
  await expect(page.getByRole('row').filter({ hasText: 'Vista una vez' })).toContainText(
    /Película2014Crimen.*HDESP/,
  )
  await page.getByRole('link', { name: 'Vista una vez' }).click()
  await expect(page).toHaveURL(`/movie/${film._id}`)
})
