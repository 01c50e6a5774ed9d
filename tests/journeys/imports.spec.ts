import { expect, test } from '../support/browser.ts'
import { apiOf } from './support/api.ts'
import { localFilm } from './support/film.ts'
import { choose, select } from './support/screen.ts'

const HEAD = [
  ...['Título', 'Año', 'Clasificación', 'Géneros', 'Sinopsis', 'Sinopsis en Inglés', 'Imagen del covert'],
  ...['Imagen del fondo', 'Trailer', 'Enlaces', 'Estante', 'Nota interna'],
].join(';')

const line = (title: string, year: string, shelf: string): string =>
  [
    ...[title, year, 'R', 'Drama, Suspenso', 'Una historia.', 'A story.', '/pictures/cover/Uno.svg'],
    ...['/pictures/background/Uno.svg', 'https://videos.example/uno.mp4', 'https://cdn.example/uno.mp4'],
    ...[shelf, 'x'],
  ].join(';')

test('the columns of a file of films are mapped, and it is checked, imported and undone with the keyboard only', async ({
  page,
  signedIn,
}) => {
  const api = apiOf(page, await signedIn('admin'))
  const stored = await api.post('/api/movies', localFilm({ title: 'Archivo uno', year: 1999 }))
  await page.goto('/movie?filter=%7B%22q%22%3A%22archivo%22%7D')
  await expect(page.getByTestId('total')).toHaveText('1')

  await page.getByRole('button', { name: 'Más', exact: true }).press('Enter')
  await page.getByRole('menuitem', { name: 'Importar' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Importar películas' })
  const rows = [
    line('Archivo uno', '1999', 'B-7'),
    line('Archivo dos', '2001', ''),
    line('Archivo tres', 'ayer', ''),
    'Archivo cuatro;2001',
  ]
  const upload = () =>
    dialog.getByLabel('Archivo CSV').setInputFiles({
      name: 'películas.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from([HEAD, ...rows, ''].join('\r\n'), 'latin1'),
    })
  await upload()
  await expect(select(dialog, 'Campo de Título')).toHaveText('Título')
  await expect(select(dialog, 'Campo de Nota interna')).toHaveText('No se importa')
  // Unrecognised columns come first.
  const fields = dialog.getByRole('combobox', { name: /^Campo de/ })
  await expect(fields.first()).toHaveAccessibleName('Campo de Estante: No se importa')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Más', exact: true }).press('Enter')
  await page.getByRole('menuitem', { name: 'Importar' }).press('Enter')
  await upload()
  await choose(dialog, 'Campo de Estante', 'Referencia')
  for (const leave of [
    () => page.keyboard.press('Escape'),
    () => dialog.getByRole('button', { name: 'Otro archivo' }).click(),
  ]) {
    await leave()
    await page.getByRole('button', { name: 'Seguir eligiendo' }).press('Enter')
  }
  await expect(select(dialog, 'Campo de Estante')).toHaveText('Referencia')
  await expect(dialog.getByRole('status')).toContainText('Calidad, Audio')
  await choose(dialog, 'Calidad de los enlaces sin ella', '4K')
  await select(dialog, 'Audio de los enlaces sin él').click()
  await page.getByRole('option', { name: 'Francés' }).click()
  await page.keyboard.press('Escape')
  await expect(dialog.getByRole('status')).not.toContainText('Calidad')
  await expect(dialog.getByRole('status')).toContainText('No se importan: Nota interna')
  await dialog.getByLabel('Seguir así').press('Space')
  await dialog.getByRole('button', { name: 'Revisar filas' }).press('Enter')

  const table = dialog.getByRole('table', { name: 'Filas del archivo' })
  await expect(table.getByRole('row').filter({ hasText: 'Archivo tres' })).toContainText(
    'Año: Debe digitar el año: la fila dice «ayer».',
  )
  const fourth = table.getByRole('row').filter({ hasText: 'Archivo cuatro' })
  await expect(fourth).toContainText('Sinopsis: Debe especificar la sinopsis.y 7 más')
  await expect(fourth).not.toContainText('Enlaces')
  await fourth.getByRole('button', { name: /^y \d más/ }).press('Enter')
  await expect(fourth).toContainText('Enlaces: Debe agregar por lo meno un link.')
  const overwrite = table.getByRole('checkbox', { name: 'Sobrescribir en Archivo uno: Referencia: — → B-7' })
  await expect(overwrite).not.toBeChecked()
  await overwrite.press('Space')
  await dialog.getByRole('button', { name: 'Importar 1 registro' }).press('Enter')
  await expect(dialog.getByRole('group', { name: 'Resultado' })).toContainText('El archivo fue importado.')
  expect(await api.get(`/api/movies/${stored._id}`)).toMatchObject({
    reference: 'B-7',
    synopsis: stored.synopsis,
  })
  const { _id: added } = await api.find('/api/movies', 'title', 'Archivo dos')
  expect(await api.get(`/api/movies/${added}`)).toMatchObject({
    year: 2001,
    content: [{ quality: '4K', audio: ['FRA'] }],
  })
  await dialog.getByRole('button', { name: 'Deshacer' }).press('Enter')
  const done = page.getByRole('dialog', { name: 'Listo' })
  await expect(done.getByRole('status')).toHaveText('2 registros como antes.')
  await page.keyboard.press('Escape')
  await expect(page.getByTestId('total')).toHaveText('1')
  expect((await api.get(`/api/movies/${stored._id}`)).reference).toBe('')
})
