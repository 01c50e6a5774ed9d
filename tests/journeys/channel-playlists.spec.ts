import type { Locator, Page } from '@playwright/test'
import { formatCount } from '../../src/domain/format/text.ts'
import { expect } from '../support/browser.ts'
import { apiOf } from './support/api.ts'
import { PHONE } from './support/inspected.ts'
import { choose, select, takeTool } from './support/screen.ts'
import { test } from './support/with-feeds.ts'

const list = (...entries: string[]) => `#EXTM3U\r\n${entries.join('')}`
const entry = (title: string, path: string, attributes = '') =>
  `#EXTINF:-1 ${attributes},${title}\r\n#EXTVLCOPT:http-referrer=https://tv.example/\r\nhttps://tv.example/${path}\r\n`

const FIRST = list(
  entry('Prueba Uno', 'uno.m3u8', 'tvg-id="prueba-uno" group-title="Noticias"'),
  entry('Prueba Dos', 'dos.m3u8', 'tvg-id=""'),
  entry('Prueba Dos otra vez', 'dos.m3u8'),
  '#EXTINF:-1,Prueba sin dirección\r\n',
)
const SECOND =
  FIRST.replace('uno.m3u8', 'uno-nuevo.m3u8') + entry('Prueba Tres', 'tres.m3u8', 'group-title="Cine"')

const dialogOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Importar lista M3U' })

const CATEGORY = 'Categoría de los canales sin categoría'

/** Uploads a playlist, and shows what its entries would do. */
async function review(dialog: Locator, name: string, text: string, category = ''): Promise<void> {
  const file = { name, mimeType: 'audio/x-mpegurl', buffer: Buffer.from(text) }
  await dialog.getByLabel('Archivo M3U').setInputFiles(file)
  await dialog.getByRole('combobox', { name: CATEGORY }).fill(category)
  await dialog.getByRole('button', { name: 'Revisar entradas' }).click()
  await expect(dialog.getByRole('table', { name: 'Filas del archivo' })).toBeVisible()
}

async function openFile(page: Page, text: string, category?: string): Promise<Locator> {
  await takeTool(page, 'Importar lista M3U')
  const dialog = dialogOf(page)
  await review(dialog, 'lista.m3u', text, category)
  return dialog
}

const summaryOf = (dialog: Locator, label: string): Locator =>
  dialog.locator('dt', { hasText: label }).locator('xpath=following-sibling::dd[1]')

test('a playlist is imported, changed, imported again and undone', async ({ page, signedIn }) => {
  const api = apiOf(page, await signedIn('admin'))
  const before = await api.count('/api/channels/size')
  await page.goto('/channels')
  const history = page.getByRole('dialog', { name: 'Historial de importaciones' })
  await takeTool(page, 'Historial de importaciones')
  await expect(history).toContainText('Todavía no hay importaciones.')
  await history.getByRole('button', { name: 'Cerrar' }).click()
  await expect(history).toBeHidden()
  let dialog = await openFile(page, FIRST)
  await expect(dialog.getByRole('row').filter({ hasText: 'Debe digitar el enlance.' })).toHaveCount(1)
  await expect(dialog.getByRole('row').filter({ hasText: 'Debe digitar la categoría' })).toHaveCount(2)
  await dialog.getByRole('button', { name: 'Opciones' }).click()
  await dialog.getByRole('combobox', { name: CATEGORY }).fill('Variedades')
  await dialog.getByRole('button', { name: 'Revisar entradas' }).click()
  await dialog.getByRole('button', { name: 'Importar 2 registros' }).click()
  await expect(summaryOf(dialog, 'Registros creados')).toHaveText('2')
  await expect(summaryOf(dialog, 'Duplicados en el archivo')).toHaveText('1')
  await expect(summaryOf(dialog, 'Filas rechazadas')).toHaveText('1')
  await dialog.getByRole('button', { name: 'Cerrar' }).click()
  await expect(page.getByTestId('total')).toHaveText(formatCount(before + 2))

  dialog = await openFile(page, FIRST)
  await expect(dialog.getByRole('button', { name: 'Importar', exact: true })).toBeDisabled()
  await dialog.getByRole('button', { name: 'Opciones' }).click()
  await dialog.getByRole('button', { name: 'Otra lista' }).click()
  await review(dialog, 'otra.m3u', SECOND)
  await choose(dialog, 'Mostrar', 'Cambiados (1)')
  await expect(dialog.getByRole('row').filter({ hasText: 'uno-nuevo.m3u8' })).toHaveCount(1)
  const allNew = dialog.getByRole('checkbox', { name: 'Crear los nuevos (1)' })
  await allNew.uncheck()
  await expect(dialog.getByRole('button', { name: 'Importar', exact: true })).toBeDisabled()
  await allNew.check()
  await dialog.getByRole('checkbox', { name: /^Sobrescribir en Prueba Uno: Enlace/ }).check()
  for (const leave of [
    () => page.keyboard.press('Escape'),
    () => dialog.getByRole('button', { name: 'Opciones' }).click(),
  ]) {
    await leave()
    await page.getByRole('button', { name: 'Seguir eligiendo' }).click()
  }
  await expect(dialog.getByRole('checkbox', { name: /^Sobrescribir en Prueba Uno: Enlace/ })).toBeChecked()
  await dialog.getByRole('button', { name: 'Importar 1 registro' }).click()
  await expect(summaryOf(dialog, 'Registros creados')).toHaveText('1')
  await expect(summaryOf(dialog, 'Registros modificados')).toHaveText('1')
  const third = await api.find('/api/channels/short', 'title', 'Prueba Tres')
  await api.put(`/api/channels/${third._id}`, { status: false })
  await dialog.getByRole('button', { name: 'Cerrar' }).click()

  await takeTool(page, 'Historial de importaciones')
  await history.getByRole('button', { name: 'Deshacer la importación de otra.m3u' }).click()
  await page
    .getByRole('dialog', { name: '¿Deshacer la importación?' })
    .getByRole('button', { name: 'Deshacer' })
    .click()
  const done = page.getByRole('dialog', { name: 'Listo' })
  await expect(done.getByRole('status')).toContainText('como antes')
  await expect(done.getByRole('listitem').filter({ hasText: 'Prueba Tres' })).toBeVisible()
  await page.keyboard.press('Escape')
  await takeTool(page, 'Historial de importaciones')
  await expect(history.getByRole('row').filter({ hasText: 'otra.m3u' })).toContainText('Deshecha')
  await history.getByRole('button', { name: 'Cerrar' }).click()
  const first = await api.find('/api/channels/short', 'title', 'Prueba Uno')
  expect(first.link).toBe('https://tv.example/uno.m3u8')
})

test('exported channels import again without changes', async ({ page, signedIn }) => {
  const api = apiOf(page, await signedIn('admin'))
  await page.goto('/channels')
  const download = page.waitForEvent('download')
  await takeTool(page, 'Exportar lista M3U')
  expect((await download).suggestedFilename()).toBe('canales.m3u')
  const count = await api.count('/api/channels/size')
  await takeTool(page, 'Importar lista M3U')
  const dialog = dialogOf(page)
  await dialog.getByLabel('Archivo M3U').setInputFiles(await (await download).path())
  await dialog.getByRole('button', { name: 'Revisar entradas' }).click()
  await select(dialog, 'Mostrar').click()
  await page.getByRole('option', { name: `Iguales (${formatCount(count)})` }).click()
  // The rows are paged.
  await dialog.getByRole('button', { name: 'Última página' }).click()
  await expect(dialog.getByRole('button', { name: 'Página siguiente' })).toBeDisabled()
  expect(await dialog.getByRole('row').count()).toBeLessThanOrEqual(51)
})

test('a channel list is imported from its URL, or shows why it failed', async ({
  page,
  signedIn,
  feeds,
  tolerated,
}) => {
  tolerated.push(/responded with a status of (422|502)/)
  const api = apiOf(page, await signedIn('admin'))
  feeds.serve('/lista.m3u', list(entry('De lejos', 'lejos.m3u8', 'group-title="Cine"')))
  await api.post('/api/channel_lists', { title: 'Aquí', link: feeds.at('/lista.m3u') })
  await api.post('/api/channel_lists', { title: 'Aquí no', link: feeds.at('/nada.m3u') })
  await page.goto('/channels')
  await takeTool(page, 'Importar lista M3U')
  const dialog = dialogOf(page)
  const file = { name: 'foto.m3u', mimeType: 'audio/x-mpegurl', buffer: Buffer.from('no es') }
  await dialog.getByLabel('Archivo M3U').setInputFiles(file)
  await expect(dialog.getByRole('alert')).toHaveText('El archivo no es una lista M3U.')
  await choose(dialog, 'Lista de canales', 'Aquí no')
  await dialog.getByRole('button', { name: 'Leer la lista' }).click()
  await expect(dialog.getByRole('alert')).toHaveText(
    'No se pudo leer la lista. La dirección respondió con un error.',
  )
  await choose(dialog, 'Lista de canales', 'Aquí')
  await dialog.getByRole('button', { name: 'Leer la lista' }).click()
  await dialog.getByRole('button', { name: 'Revisar entradas' }).click()
  await expect(dialog.getByRole('row').filter({ hasText: 'De lejos' })).toBeVisible()
})

test('a list at a URL is imported as radio stations, with clean titles', async ({
  page,
  signedIn,
  feeds,
}) => {
  await signedIn('admin')
  const station = entry(
    'Emisora de prueba (720p) [Geo-blocked]',
    'emisora.mp3',
    'group-title="Salsa;Merengue"',
  )
  feeds.serve('/radios.m3u', list(station))
  await page.goto('/radios')
  await takeTool(page, 'Importar lista M3U')
  const dialog = dialogOf(page)
  await expect(dialog).toContainText('qué emisoras son nuevas')
  await dialog.getByRole('textbox', { name: 'Dirección' }).fill(feeds.at('/radios.m3u'))
  await dialog.getByRole('button', { name: 'Leer la dirección' }).click()
  await dialog.getByRole('switch', { name: /^Quitar/ }).check()
  await expect(dialog).toContainText('→ Emisora de prueba')
  await dialog.getByRole('button', { name: 'Revisar entradas' }).click()
  await choose(dialog, 'Categoría de Emisora de prueba', 'Merengue')
  await dialog.getByRole('button', { name: 'Importar 1 registro' }).click()
  await dialog.getByRole('link', { name: 'Registros creados' }).click()
  const row = page.getByRole('row').filter({ hasText: 'Emisora de prueba' })
  await expect(row).toContainText('Merengue')
  await expect(row).not.toContainText('720p')
})

for (const [where, tag, size] of [
  ['a desk', '@looks', undefined],
  ['a phone', '@all', PHONE],
] as const)
  test(`the steps of an import are accessible and do not overflow, on ${where}`, { tag }, async ({
    page,
    signedIn,
    axe,
  }) => {
    if (size) await page.setViewportSize(size)
    const fits = async (shown = dialogOf(page)) => {
      const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(beyond, 'pixels beyond the right edge').toBeLessThanOrEqual(0)
      const inside = await shown.evaluate((dialog) =>
        [dialog, ...dialog.querySelectorAll('.MuiDialogContent-root')].map(
          (each) => each.scrollWidth - each.clientWidth,
        ),
      )
      expect(Math.max(...inside), 'pixels beyond the dialog').toBeLessThanOrEqual(0)
    }
    await signedIn('admin')
    await page.goto('/channels')
    await takeTool(page, 'Importar lista M3U')
    await expect(dialogOf(page).getByRole('button', { name: 'Elegir archivo M3U' })).toBeVisible()
    await axe()
    await fits()
    await page.keyboard.press('Escape')
    await expect(dialogOf(page)).toBeHidden()
    // Unique channels, since other journeys import theirs into the same database.
    const own = FIRST.replaceAll('Prueba', 'Ensayo').replaceAll('https://tv.', `https://${where.slice(2)}.`)
    const dialog = await openFile(page, own.replaceAll('prueba-', `${where.slice(2)}-`), 'Cine')
    await axe()
    await fits()
    await dialog.getByRole('button', { name: 'Opciones' }).click()
    await axe()
    await fits()
    await dialog.getByRole('button', { name: 'Revisar entradas' }).click()
    await dialog
      .getByRole('button', { name: /^Importar/ })
      .last()
      .click()
    await axe()
    await fits()
    await dialog.getByRole('button', { name: 'Cerrar' }).click()
    await takeTool(page, 'Historial de importaciones')
    const history = page.getByRole('dialog', { name: 'Historial de importaciones' })
    await expect(history.getByRole('table', { name: 'Importaciones' })).toBeVisible()
    await axe()
    await fits(history)
    await history
      .getByRole('button', { name: /^Deshacer la importación/ })
      .first()
      .click()
    await page
      .getByRole('dialog', { name: '¿Deshacer la importación?' })
      .getByRole('button', { name: 'Deshacer' })
      .click()
    await expect(page.getByRole('dialog', { name: 'Listo' })).toBeVisible()
  })
