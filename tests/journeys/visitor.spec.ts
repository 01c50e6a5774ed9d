import { expect, test } from '../support/browser.ts'

const GUARDED = [
  '/main',
  '/settings',
  '/admin',
  '/signup',
  '/modify/1',
  '/categories',
  '/category',
  '/movie',
  '/moviecrate',
]

test('the home page links an anonymous visitor to the sign-in', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cartelera')
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await page.getByRole('link', { name: 'Iniciar sesión' }).click()
  await expect(page).toHaveURL('/login')
  await expect(page).toHaveTitle('Iniciar sesión · Cartelera')
})

test('every screen redirects an anonymous visitor to the sign-in', { tag: '@all' }, async ({ page }) => {
  for (const path of GUARDED) {
    await page.goto(path)
    await expect(page, path).toHaveURL('/login')
  }
})

test('an unknown path redirects to the home page', async ({ page, server }) => {
  for (const path of ['/nada', '/admin/nada', '/movie/1/2', '/users', '/login/nada', '//movie']) {
    await page.goto(server.url + path)
    await expect(page, path).toHaveURL('/')
    await expect(page.getByRole('alert')).toHaveText('La dirección no existe.')
  }
})

test('the API answers 401 to an anonymous visitor, except for the sign-in', { tag: '@all' }, async ({
  request,
}) => {
  for (const path of [
    'users/short',
    'users/size',
    'users/me',
    'movies/short',
    'categories',
    'profiles',
    'settings',
  ]) {
    const answer = await request.get(`/api/${path}`)
    expect(answer.status(), path).toBe(401)
    expect(Object.keys(await answer.json()), path).toEqual(['message'])
  }
  expect((await request.delete('/api/users/demo')).status()).toBe(401)
  expect((await request.post('/api/movies', { data: {} })).status()).toBe(401)
  expect((await request.get('/health')).status()).toBe(200)
})

test('rejects an unknown token', async ({ page, context, server }) => {
  await context.addCookies([{ name: 'token', value: 'inventado', url: server.url, sameSite: 'Strict' }])
  await page.goto('/admin')
  await expect(page).toHaveURL('/login')
  expect(await context.cookies()).toEqual([])
})
