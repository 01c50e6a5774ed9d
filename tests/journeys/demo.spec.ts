import { expect, test } from '../support/browser.ts'

test('a visitor of the demo shows the typed password, and signs in with one click on a login', async ({
  page,
}) => {
  await page.goto('/login')
  await expect(page.getByRole('link', { name: 'soporte@cartelera.example' })).toHaveAttribute(
    'href',
    'mailto:soporte@cartelera.example',
  )
  const password = page.getByLabel('Contraseña', { exact: true })
  await password.fill('secreto')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await page.getByRole('button', { name: 'Mostrar contraseña' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await expect(password).toBeFocused()
  await page.keyboard.type('X')
  await expect(password).toHaveValue('secreXto')
  await page.getByRole('button', { name: 'Ocultar contraseña' }).click()
  await expect(password).toHaveAttribute('type', 'password')

  const logins = page.getByRole('region', { name: 'Demostración: entre con un clic' }).getByRole('button')
  await expect(logins).toHaveCount(5)
  await logins.filter({ hasText: 'Soporte:' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/main')
  await expect(
    page.getByRole('button', { name: 'Menú del usuario: Miguel Ángel Polanco Ureña' }),
  ).toBeVisible()
  await expect(page.getByText('Demostración')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Demostración' })).toHaveCount(0)

  await page.goto('/')
  await page.getByRole('link', { name: 'Ir al inicio' }).click()
  await expect(page).toHaveURL('/main')
})

test.describe('with hours', () => {
  test.use({ ownDemo: true, serverEnv: { DEMO_RESET_HOURS: '720' } })

  test('sa starts the demo over: what was changed is gone, and everybody signs in again', async ({
    page,
    signedIn,
    anotherPage,
  }) => {
    const agent = await anotherPage('agente')
    await agent.goto('/settings')
    await expect(agent.getByText('Demostración')).toHaveAttribute('title', /^Empieza de nuevo el \d\d\//)
    const token = await signedIn('sa')
    const headers = { authorization: `Bearer ${token}` }
    const saved = await page.request.put('/api/settings', {
      headers,
      data: { mail: 'otra@cartelera.example' },
    })
    expect(saved.status()).toBe(200)
    await page.goto('/settings')
    const tag = page.getByRole('button', { name: 'Demostración' })
    await tag.click()
    await expect(page.getByRole('menu').getByText(/^Empieza de nuevo el \d\d\//)).toBeVisible()
    await page.getByRole('menuitem', { name: 'Empezar de nuevo' }).click()
    const question = page.getByRole('dialog', { name: '¿Empezar de nuevo la demostración?' })
    await question.getByRole('button', { name: 'Cancelar' }).click()
    await expect(question).toBeHidden()
    await tag.click()
    await page.getByRole('menuitem', { name: 'Empezar de nuevo' }).click()
    await question.getByRole('button', { name: 'Empezar de nuevo' }).click()
    await expect(question.getByRole('progressbar')).toBeVisible()
    // Loads the demo's data, the longest work of a server.
    await expect(page).toHaveURL('/login', { timeout: 500_000 })
    await expect(page.getByText('La demostración empezó de nuevo.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'soporte@cartelera.example' })).toBeVisible()
    await page.getByRole('button', { name: /^Superadministrador:/ }).click()
    await expect(page).toHaveURL('/main')

    await agent.getByRole('link', { name: 'Cartelera: inicio' }).click()
    await expect(agent).toHaveURL('/login')
    await expect(agent.getByText('La demostración empezó de nuevo.')).toBeVisible()
  })
})
