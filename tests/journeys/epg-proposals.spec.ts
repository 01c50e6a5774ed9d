import { expect } from '../support/browser.ts'
import { channelOf } from '../support/channels.ts'
import { xmltvOf } from '../support/xmltv.ts'
import { apiOf, type Row } from './support/api.ts'
import { PHONE } from './support/inspected.ts'
import { takeTool } from './support/screen.ts'
import { test } from './support/with-feeds.ts'

// The journey also accepts proposals for the demo's channels.
test.use({ ownDemo: true })

test('proposed guides are accepted one by one or above a similarity, and undone', { tag: '@looks' }, async ({
  page,
  signedIn,
  feeds,
  axe,
}) => {
  const api = apiOf(page, await signedIn('admin'))
  const hour = 3_600_000
  const at = (hours: number) => new Date(Date.now() + hours * hour)
  feeds.serve(
    '/propuestas.xml',
    xmltvOf({ 'xyzuno.do': 'Xyzuno HD', 'xyzdos.do': 'Xyzdos FHD' }, [
      { channel: 'xyzuno.do', title: 'El Noticiero de Prueba', start: at(-1), stop: at(1) },
      { channel: 'xyzuno.do', title: 'La Película de Prueba', start: at(1), stop: at(2) },
    ]),
  )
  const guide = await api.post('/api/channel/guides', {
    name: 'Guía de propuestas',
    url: feeds.at('/propuestas.xml'),
  })
  await api.get(`/api/channel/guides/${guide._id}/channels?search=`)
  const image = '/pictures/logo/x.svg'
  const one = await api.post('/api/channels', channelOf({ image, number: 911, title: 'Xyzuno' }))
  const two = await api.post('/api/channels', channelOf({ image, number: 912, title: 'Xyzdos' }))

  await page.goto('/channels')
  await takeTool(page, 'Proponer guías')
  const dialog = page.getByRole('dialog', { name: 'Proponer guías' })
  const row = (title: string) => dialog.getByRole('row').filter({ hasText: title })
  await expect(row('Xyzuno')).toContainText('El Noticiero de Prueba')
  await expect(row('Xyzuno')).toContainText('100 %')
  await axe()
  await page.setViewportSize(PHONE)
  await axe()
  await page.setViewportSize({ width: 1280, height: 800 })

  await dialog.getByRole('button', { name: 'Tomar Xyzuno HD para Xyzuno' }).click()
  await expect(dialog.getByRole('status')).toContainText('Se asignó la guía de 1 canal.')
  await expect(row('Xyzuno')).toHaveCount(0)
  expect(await api.get(`/api/channels/${one._id}`)).toMatchObject({ epgId: 'xyzuno.do' })
  await dialog.getByRole('button', { name: 'Deshacer' }).click()
  await expect(row('Xyzuno')).toBeVisible()

  const least = dialog.getByLabel('Parecido mínimo (%)')
  await least.fill('20')
  await expect(dialog.getByText('De 50 a 100.')).toBeVisible()
  await least.fill('100')
  const proposals = await api.get<Row[]>('/api/channels/epg-proposals')
  const equal = proposals.filter(({ likeness }) => likeness === 1).length
  await dialog.getByRole('button', { name: `Tomar ${equal} propuestas` }).click()
  await expect(dialog.getByRole('status')).toContainText(`Se asignaron las guías de ${equal} canales.`)
  expect(await api.get(`/api/channels/${two._id}`)).toMatchObject({ epgId: 'xyzdos.do' })

  await page.goto(`/channel/${one._id}`)
  await expect(page.getByText(/^Ahora: El Noticiero de Prueba .* · Después: La Película/)).toBeVisible()
})
