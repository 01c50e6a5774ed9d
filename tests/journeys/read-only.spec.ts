import { expect, test } from '../support/browser.ts'
import { field, signInByForm } from './support/screen.ts'

test('a read-only user cannot change anything', async ({ page }) => {
  await page.goto('/login')
  await signInByForm(page, 'consulta')
  await expect(page).toHaveURL('/main')
  await page.goto('/admin')
  await expect(page.getByRole('switch').first()).toBeDisabled()
  await expect(page.getByRole('link', { name: 'Nuevo usuario' })).toHaveCount(0)
  await page.getByRole('link', { name: 'agente', exact: true }).click()
  await expect(page.getByText('Solo lectura: su perfil no permite modificar usuarios.')).toBeVisible()
  await expect(field(page, 'Nombre completo')).toBeDisabled()
  for (const name of ['Actualizar', 'Eliminar'])
    await expect(page.getByRole('button', { name })).toHaveCount(0)
  await page.goto('/movie')
  await expect(page.getByRole('switch').first()).toBeDisabled()
  await expect(page.getByRole('link', { name: 'Nueva película' })).toHaveCount(0)
})
