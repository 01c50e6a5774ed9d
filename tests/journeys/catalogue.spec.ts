import type { Page } from '@playwright/test'
import { displayValue } from '../../src/domain/category-labels.ts'
import { expect } from '../support/browser.ts'
import { ENTITIES, type Entity } from '../support/entities.ts'
import { expectNotification } from '../support/notifications.ts'
import { apiOf } from './support/api.ts'
import { addLink, register, save } from './support/film.ts'
import { test } from './support/inspected.ts'
import { choose, field, formMessage } from './support/screen.ts'

test.use({ ownDemo: true })

const named = (page: Page, source: string) =>
  page.locator(`[name="${source}"], [data-field="${source}"]`).first()

/** Fills in fields that are not plain texts. */
const FILL: Readonly<Record<string, (page: Page, value: string, entity: Entity) => Promise<unknown>>> = {
  genres: (page, genre) =>
    page.getByRole('group', { name: 'Géneros' }).getByRole('checkbox', { name: genre, exact: true }).check(),
  content: (page, _links, { list }) =>
    addLink(page, 'peliculas/la-isla-minima.mp4', {
      switches: list === '/sports' ? ['Audio en Español', 'Subtítulos en Inglés'] : [],
    }),
  rated: (page, value) => choose(page, 'Clasificación', value),
  mediaType: (page, value) => choose(page, 'Tipo de contenido', displayValue('mediaType', value)),
  linkInternal: (page) => choose(page, 'Tipo de enlace', 'Externo'),
  gzip: (page) => page.getByRole('switch', { name: 'Comprimida (gzip)' }).check(),
  released: async (page, day) => {
    const [year, month, date] = day.split('-')
    await field(page, 'Fecha de estreno').click()
    await page.keyboard.type(`${month}${date}${year}`)
  },
}

async function fillIn(page: Page, entity: Entity): Promise<void> {
  for (const [source, value] of Object.entries(entity.body))
    await (FILL[source]?.(page, String(value), entity) ?? named(page, source).fill(String(value)))
}

const nameOf = ({ body }: Entity) => ('title' in body ? 'title' : 'name')

/** Kinds that are tested without `@all` too: the others use the same form, or have a main journey. */
const ONCE = ['documentaries']

for (const [kind, entity] of Object.entries(ENTITIES))
  test(`${kind} are created after correcting mistakes, edited and deleted`, {
    tag: ONCE.includes(kind) ? '@looks' : '@all',
  }, async ({ page, signedIn, axe, lookAsPhone }) => {
    const api = apiOf(page, await signedIn('admin'))
    const title = String(entity.body[nameOf(entity)])
    // Creates rows for entities without demo data.
    for (let count = await api.count(`${entity.path}/size`); count < 3; count += 1)
      await api.post(entity.path, { ...entity.body, [nameOf(entity)]: `Muestra ${count}` })
    await page.goto(entity.list)
    await expect(page.locator('h1')).toHaveText(entity.headings.list)
    await expect(page.getByRole('row').nth(3)).toBeVisible()
    await axe()
    await lookAsPhone()
    await page.getByRole('link', { name: /^Nuev[oa] / }).click()
    await expect(page).toHaveURL(entity.create)
    await expect(page.locator('h1')).toHaveText(entity.headings.create)
    for (const source of entity.fields) await expect(named(page, source), source).toBeAttached()
    await register(page).click()
    const missing = Object.entries(entity.missing)
    await expect(formMessage(page)).toHaveText(`Hay ${missing.length} campos por corregir.`)
    for (const [, message] of missing) await expect(page.getByText(message).first()).toBeVisible()
    await axe()
    await lookAsPhone()
    await fillIn(page, entity)
    await save(page)
    await expect(page).toHaveURL(new RegExp(`${entity.create.replace(/Create$|crate$/, '')}`))
    await expect(page.locator('h1')).toHaveText(`${title} · ${entity.headings.form}`)
    await expect(page).toHaveTitle(`${title} · ${entity.headings.form} · Cartelera`)
    const { _id } = await api.find(`${entity.path}/short`, nameOf(entity), title)
    expect(await api.get(`${entity.path}/${_id}`)).toMatchObject(entity.body)
    await named(page, nameOf(entity)).fill(`${title} (nueva)`)
    await save(page)
    expect(await api.get(`${entity.path}/${_id}`)).toMatchObject({
      ...entity.body,
      [nameOf(entity)]: `${title} (nueva)`,
    })
    await page.getByRole('button', { name: 'Eliminar', exact: true }).click()
    const question = page.getByRole('dialog', { name: `Seguro de eliminar ${title} (nueva)` })
    await question.getByRole('button', { name: 'Eliminar' }).click()
    await expect(page).toHaveURL(entity.list)
    expect((await api.ask('GET', `${entity.path}/${_id}`)).status()).toBe(404)
  })

test('the settings of the channels are saved one by one, and compared with concurrent changes', async ({
  page,
  signedIn,
  tolerated,
}) => {
  tolerated.push(/409/)
  const api = apiOf(page, await signedIn('sa'))
  await page.goto('/channels')
  const before = await api.get('/api/settings')
  await expect(field(page, 'URL base de canales')).toHaveCount(0)
  await page.getByRole('button', { name: 'Configuración de los canales' }).click()
  await expect(field(page, 'URL base de canales')).toBeVisible()
  await page.reload()
  await field(page, 'URL base de canales').fill('no es una dirección')
  await page.getByRole('button', { name: 'Guardar URL base de canales' }).click()
  await expect(page.getByText('URL invalido.')).toBeVisible()
  await field(page, 'URL base de canales').fill('https://tv2.cartelera.example/')
  await field(page, 'Agente de canales').fill('Otro/1.0')
  await api.put('/api/settings', { creditPriceMonthly: 351 })
  await page.getByRole('button', { name: 'Guardar URL base de canales' }).click()
  await expectNotification(page, 'Los datos fueron guardados.')
  expect(await api.get('/api/settings')).toMatchObject({
    tvUrlBase: 'https://tv2.cartelera.example/',
    agentTv: before.agentTv,
  })
  await field(page, 'Agente de canales').fill('Otro/1.0')
  await page.getByRole('button', { name: 'Guardar Agente de canales' }).click()
  await expect.poll(async () => (await api.get('/api/settings')).agentTv).toBe('Otro/1.0')
  await field(page, 'Agente de canales').fill('Otro/1.1')
  await api.put('/api/settings', { agentTv: 'Ajeno/2.0' })
  await page.getByRole('button', { name: 'Guardar Agente de canales' }).click()
  const dialog = page.getByRole('dialog', { name: /^Otra persona guardó/ })
  await expect(dialog).toContainText('Ajeno/2.0')
  expect((await api.get('/api/settings')).agentTv).toBe('Ajeno/2.0')
  await dialog.getByRole('radio', { name: /^Conservar lo mío/ }).check()
  await dialog.getByRole('button', { name: 'Aplicar' }).click()
  await expect(field(page, 'Agente de canales')).toHaveValue('Otro/1.1')
  await page.getByRole('button', { name: 'Guardar Agente de canales' }).click()
  await expect.poll(async () => (await api.get('/api/settings')).agentTv).toBe('Otro/1.1')
})
