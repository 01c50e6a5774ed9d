import { test as base, expect } from '../../support/browser.ts'
import { type Feeds, startFeeds } from '../../support/feeds.ts'
import { expectNotification } from '../../support/notifications.ts'
import { xmltvOf } from '../../support/xmltv.ts'
import { apiOf } from '../support/api.ts'
import { register, save } from '../support/film.ts'
import { choose, expectMessage, field, select } from '../support/screen.ts'

// Of the test, not of the worker: another worker would start another server.
const test = base.extend<{ feeds: Feeds }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright derives the required fixtures from the pattern.
  feeds: async ({}, use) => {
    const feeds = await startFeeds()
    await use(feeds)
    await feeds.close()
  },
})

test('a guide, a list and a channel are created, and the EPG ID of the channel is chosen from the guide', async ({
  page,
  signedIn,
  feeds,
}) => {
  const hour = 3_600_000
  const [start, stop] = [new Date(Date.now() - hour), new Date(Date.now() + hour)]
  feeds.serve(
    '/guia.xml',
    xmltvOf({ 'siete.do': 'Canal Siete', 'ocho.do': 'Canal Ocho' }, [
      { channel: 'siete.do', title: 'El Noticiero de Prueba', start, stop },
    ]),
  )
  const api = apiOf(page, await signedIn('admin'))
  await page.goto('/channels/guides')
  await page.getByRole('link', { name: 'Nueva guía' }).click()
  await expect(page).toHaveURL('/channels/guide')
  await register(page).click()
  await expectMessage(field(page, 'Nombre'), 'Debe digitar el nombre.')
  await expectMessage(field(page, 'Enlace'), 'Debe digitar el Link.')
  await field(page, 'Nombre').fill('Guía de prueba')
  await field(page, 'Enlace').fill(feeds.at('/guia.xml'))
  await save(page)
  await expect(page).toHaveURL(/\/channels\/guide\/[\w-]+$/)
  expect(await api.find('/api/channel/guides', 'name', 'Guía de prueba')).toMatchObject({ status: true })

  await page.getByRole('button', { name: 'Contenidos' }).click()
  await page.getByRole('menuitem', { name: 'Listas de canales' }).click()
  await page.getByRole('link', { name: 'Nueva lista de canales' }).click()
  await expect(page).toHaveURL('/channels/list')
  await register(page).click()
  await expectMessage(field(page, 'Título'), 'Debe digitar el título.')
  await field(page, 'Título').fill('Lista de prueba')
  await field(page, 'Enlace').fill('https://listas.cartelera.example/prueba.m3u')
  await save(page)
  await expect(page).toHaveURL(/\/channels\/list\/[\w-]+$/)
  const list = await api.find('/api/channel_lists', 'title', 'Lista de prueba')
  await page.getByRole('button', { name: 'Atras' }).click()
  await page.getByRole('switch', { name: 'Activo: Lista de prueba' }).click()
  await expect.poll(async () => (await api.get(`/api/channel_lists/${list._id}`)).status).toBe(false)

  await page.getByRole('button', { name: 'Contenidos' }).click()
  await page.getByRole('menuitem', { name: 'Canales', exact: true }).click()
  await page.getByRole('link', { name: 'Nuevo canal' }).click()
  await expect(page).toHaveURL('/channel')
  const epgId = page.getByRole('combobox', { name: 'EPG ID' })
  await expect(epgId).toBeDisabled()
  await field(page, 'Número').fill('901')
  await field(page, 'Título').fill('Canal de prueba')
  await page.getByRole('combobox', { name: /^Categoría/ }).fill('General')
  await field(page, 'Imagen').fill('/pictures/logo/x.svg')
  await field(page, 'Enlace').fill('prueba/index.m3u8')
  await choose(page, 'Guía', 'Guía de prueba')
  await register(page).click()
  await expectMessage(epgId, 'Debe especificar el EPG ID')
  await epgId.fill('siete canal')
  await expect(page.getByRole('option')).toHaveText([/Canal Siete.*El Noticiero de Prueba/])
  await epgId.press('ArrowDown')
  await epgId.press('Enter')
  await expect(epgId).toHaveValue('siete.do')
  await expect(page.getByText(/^Ahora: El Noticiero de Prueba/)).toBeVisible()
  await register(page).click()
  await expectNotification(page, 'Los datos fueron guardados.')
  const { _id } = await api.find('/api/channels/short', 'title', 'Canal de prueba')
  expect(await api.get(`/api/channels/${_id}`)).toMatchObject({ epgId: 'siete.do', status: true })
  await select(page, 'Guía').fill('')
  await expect(epgId).toHaveValue('')
  await expect(epgId).toBeDisabled()
  await register(page).click()
  await expect.poll(() => api.get(`/api/channels/${_id}`)).toMatchObject({ channelGuide: null, epgId: '' })

  await page.getByRole('button', { name: 'Atras' }).click()
  await page.getByRole('searchbox', { name: 'Texto a buscar' }).fill('canal de prueba')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('total')).toHaveText('1')
  await page.getByRole('switch', { name: 'Activo: Canal de prueba' }).click()
  await expect.poll(async () => (await api.get(`/api/channels/${_id}`)).status).toBe(false)
})
