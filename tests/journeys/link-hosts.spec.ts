import { expect } from '../support/browser.ts'
import { channelOf } from '../support/channels.ts'
import { linkOf } from '../support/films.ts'
import { apiOf } from './support/api.ts'
import { localFilm } from './support/film.ts'
import { test } from './support/inspected.ts'
import { field } from './support/screen.ts'

test('the domain of all links is replaced in five clicks, and set back', { tag: '@looks' }, async ({
  page,
  signedIn,
  axe,
  lookAsPhone,
}) => {
  const api = apiOf(page, await signedIn('admin'))
  const link = linkOf({ link: 'https://cdn.viejo.example/alfa.m3u8', linkType: 'E', provider: 2 })
  const film = await api.post('/api/movies', localFilm({ title: 'La mudada', content: [link] }))
  const links = async (): Promise<unknown> => (await api.get(`/api/movies/${film._id}`)).content

  await page.goto('/main')
  await page.getByRole('button', { name: 'Contenidos' }).click()
  await page.getByRole('menuitem', { name: 'Calidad del catálogo' }).click()
  await page.getByRole('button', { name: 'Reemplazar cdn.viejo.example' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reemplazar en los enlaces de 1 película' })
  await expect(field(dialog, 'Reemplazar')).toHaveValue('cdn.viejo.example')
  await field(dialog, 'Por').fill('cdn.nuevo.example')
  await dialog.getByRole('button', { name: 'Ver los cambios' }).click()
  await expect(dialog.getByRole('listitem')).toContainText('https://cdn.nuevo.example/alfa.m3u8')
  await axe()
  await lookAsPhone()
  await dialog.getByRole('button', { name: 'Reemplazar' }).click()
  await expect.poll(links).toMatchObject([{ link: 'https://cdn.nuevo.example/alfa.m3u8' }])

  const title = 'Reemplazar cdn.viejo.example por cdn.nuevo.example en 1 película'
  const job = page.getByRole('dialog', { name: 'Listo' })
  await expect(job).toContainText(title)
  await job.getByRole('button', { name: 'Deshacer' }).click()
  const question = page.getByRole('dialog', { name: `¿Deshacer «${title}»?` })
  await question.getByRole('button', { name: 'Deshacer' }).click()
  await expect.poll(links).toMatchObject([{ link: 'https://cdn.viejo.example/alfa.m3u8' }])
})

test('a list shows the records of a domain, and replaces it in those that are chosen', async ({
  page,
  signedIn,
}) => {
  const api = apiOf(page, await signedIn('admin'))
  const film = (title: string, host: string) => {
    const link = linkOf({ link: `https://${host}/${title}.m3u8`, linkType: 'E', provider: 2 })
    return api.post('/api/movies', localFilm({ title, content: [link] }))
  }
  const { _id } = await film('Primera', 'uno.example')
  await film('Segunda', 'dos.example')
  await page.goto('/movie')
  await field(page, 'Dominio').fill('uno.example')
  await field(page, 'Dominio').press('Enter')
  await expect(page.getByTestId('total')).toHaveText('1')
  await page.getByRole('checkbox', { name: /Primera/ }).check()
  await page.getByRole('button', { name: 'Reemplazar en enlaces' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reemplazar en los enlaces de 1 película' })
  await field(dialog, 'Por').fill('https://dos.example')
  await dialog.getByRole('button', { name: 'Ver los cambios' }).click()
  await expect(dialog).toContainText('Debe ser un dominio o el comienzo de una dirección')
  await field(dialog, 'Por').fill('dos.example:8443')
  await dialog.getByRole('button', { name: 'Ver los cambios' }).click()
  await expect(dialog).toContainText('Cambiaría')
  await dialog.getByRole('button', { name: 'Reemplazar' }).click()
  await expect
    .poll(async () => (await api.get(`/api/movies/${_id}`)).content)
    .toMatchObject([{ link: 'https://dos.example:8443/Primera.m3u8' }])
})

test('a domain of films and channels is replaced, and set back, under one heading', {
  tag: '@looks',
}, async ({ page, signedIn, axe, lookAsPhone }) => {
  const api = apiOf(page, await signedIn('admin'))
  const link = linkOf({ link: 'https://dos.viejo.example/alfa.m3u8', linkType: 'E', provider: 2 })
  const film = await api.post('/api/movies', localFilm({ title: 'La doble', content: [link] }))
  const channel = await api.post(
    '/api/channels',
    channelOf({ title: 'El doble', link: 'http://dos.viejo.example/1', linkInternal: 'E' }),
  )
  const hosts = async () => {
    const { content } = await api.get<{ content: { link: string }[] }>(`/api/movies/${film._id}`)
    const { link } = await api.get<{ link: string }>(`/api/channels/${channel._id}`)
    return [content[0]?.link ?? '', link].map((each) => new URL(each).host)
  }
  await page.goto('/quality')
  await page.getByRole('button', { name: 'Reemplazar dos.viejo.example' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reemplazar en los enlaces de 2 registros' })
  await field(dialog, 'Por').fill('dos.nuevo.example')
  await dialog.getByRole('button', { name: 'Ver los cambios' }).click()
  await dialog.getByRole('button', { name: 'Reemplazar' }).click()
  await expect.poll(hosts).toEqual(['dos.nuevo.example', 'dos.nuevo.example'])

  const title = 'Reemplazar dos.viejo.example por dos.nuevo.example en 2 registros'
  const jobs = page.getByRole('dialog', { name: 'Mis tareas' })
  const parts = jobs.getByRole('list', { name: `Partes de ${title}` }).getByRole('listitem')
  await expect(parts).toHaveText([/^1 canal/, /^1 película/])
  await axe()
  await lookAsPhone()
  await jobs.getByRole('button', { name: `Deshacer: ${title}` }).click()
  const question = page.getByRole('dialog', { name: `¿Deshacer «${title}»?` })
  await question.getByRole('button', { name: 'Deshacer' }).click()
  await expect.poll(hosts).toEqual(['dos.viejo.example', 'dos.viejo.example'])
  await expect(jobs).toContainText(`Deshacer: ${title}`)
})
