import { readFile } from 'node:fs/promises'
import type { Download } from '@playwright/test'
import { expect, test } from '../support/browser.ts'
import { apiOf, type Row } from './support/api.ts'
import { select, takeTool } from './support/screen.ts'

const textOf = async (download: Download): Promise<string> => readFile(await download.path(), 'utf8')

test("imports another panel's subscribers with their exact expiries, and undoes it", async ({
  page,
  signedIn,
}) => {
  const api = apiOf(page, await signedIn('admin'))
  const profiles = await api.get<{ _id: string; name: string }[]>('/api/profiles?limit=100')
  const agent: Row = {
    ...{
      name: 'traspaso-agente',
      fullName: 'Agente de traspaso',
      address: 'Calle 1',
      password: 'clave-larga-9',
    },
    ...{ profile: profiles.find(({ name }) => name === 'agent')?._id, platform: 'com.cartelera.tv' },
  }
  const { _id: seller } = await api.post('/api/users', agent)
  await page.goto('/admin?filter=%7B%22q%22%3A%22traspaso%22%7D')
  await expect(page.getByTestId('total')).toHaveText('1')

  await takeTool(page, 'Importar')
  const dialog = page.getByRole('dialog', { name: 'Importar usuarios' })
  const template = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Descargar plantilla' }).click()
  expect((await template).suggestedFilename()).toBe('plantilla-usuarios.csv')
  expect(await textOf(await template)).toMatch(/^\uFEFFUsuario;Contraseña;Nombre completo;.*\r\n$/)
  await dialog.getByText('Columnas de la plantilla').click()
  await expect(dialog.getByRole('group')).toContainText('Contraseñaobligatorio')
  const in40Days = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10)
  const file = [
    'username,password,exp_date,reseller,max_connections',
    `traspaso-1,secreta-1,${in40Days},traspaso-agente,1`,
    'traspaso-2,secreta-2,2020-01-01,,1',
    'traspaso-3,x,,nadie,1',
  ]
  await dialog.getByLabel('Archivo CSV').setInputFiles({
    name: 'panel.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(file.join('\n')),
  })
  await expect(select(dialog, 'Campo de exp_date')).toHaveText('Vence')
  await expect(select(dialog, 'Campo de reseller')).toHaveText('Agente a cargo')
  await expect(select(dialog, 'Campo de max_connections')).toHaveText('No se importa')
  await expect(dialog).not.toContainText('secreta-1')
  await expect(dialog.getByRole('status')).toContainText('No se importan: max_connections (3 valores).')
  await expect(dialog.getByRole('button', { name: 'Revisar filas' })).toBeDisabled()
  await dialog.getByLabel('Seguir así').check()
  await dialog.getByRole('button', { name: 'Revisar filas' }).click()

  const rows = dialog.getByRole('table', { name: 'Filas del archivo' }).getByRole('row')
  const [year, month, day] = in40Days.split('-')
  await expect(rows.filter({ hasText: 'traspaso-1' })).toContainText(`Vence: ${day}/${month}/${year}`)
  await expect(rows.filter({ hasText: 'traspaso-1' })).toContainText(`Nombre completo: traspaso-1`)
  await expect(rows.filter({ hasText: 'traspaso-1' })).toContainText(`(en el archivo: ${in40Days})`)
  await expect(rows.filter({ hasText: 'traspaso-1' })).toContainText('Será cliente de traspaso-agente.')
  await expect(rows.filter({ hasText: 'traspaso-2' })).toContainText('Su licencia venció el 01/01/2020.')
  const refused = rows.filter({ hasText: 'traspaso-3' })
  await refused.getByRole('button', { name: /^y 1 más/ }).click()
  await expect(refused).toContainText(
    'Agente a cargo (columna «reseller»): El agente no existe: la fila dice «nadie».',
  )
  await dialog.getByRole('button', { name: 'Importar 2 registros' }).click()
  const result = dialog.getByRole('group', { name: 'Resultado' })
  await expect(result).toContainText('El archivo fue importado.')
  const download = page.waitForEvent('download')
  await result.getByRole('button', { name: 'Descargar la rechazada' }).click()
  expect((await download).suggestedFilename()).toBe('panel-rechazadas.csv')
  const [head, line] = (await textOf(await download)).split('\r\n')
  expect(head).toBe('\uFEFFusername,password,exp_date,reseller,max_connections,Motivo')
  expect(line).toMatch(/^traspaso-3,,,nadie,1,.*El agente no existe/)
  const stored = await api.find('/api/users', 'name', 'traspaso-1')
  expect(stored).toMatchObject({ creditAmount: 2, profileName: 'app' })
  const records = await api.get<Row[]>(`/api/license_transactions?userLicensed=${stored._id}`)
  expect(records).toMatchObject([
    { typeDescrition: 'Crédito sin cargo', period: 'DIAS', newDateExpireFormat: `${day}/${month}/${year}` },
  ])

  await dialog.getByRole('button', { name: 'Deshacer' }).click()
  const undone = page.getByRole('dialog', { name: 'Listo' })
  await expect(undone.getByRole('status')).toHaveText('2 registros como antes.')
  await expect(undone).toContainText('siguen en el historial de créditos.')
  const credits = await undone.getByRole('link', { name: 'Ver esos créditos' }).getAttribute('href')
  await page.keyboard.press('Escape')
  await expect(page.getByTestId('total')).toHaveText('1')
  expect((await api.ask('DELETE', `/api/users/${seller}`)).status()).toBe(200)
  await page.goto(credits ?? '')
  await expect(page.getByRole('row').filter({ hasText: 'traspaso-1' })).toContainText('Crédito sin cargo')
})

test('imports a file of more than 5,000 users in parts, and undoes it', async ({ page, signedIn }) => {
  const api = apiOf(page, await signedIn('admin'))
  await page.goto('/admin?filter=%7B%22q%22%3A%22porpartes%22%7D')
  await takeTool(page, 'Importar')
  const dialog = page.getByRole('dialog', { name: 'Importar usuarios' })
  // Most repeat the first one: each new password takes a hash.
  const lines = Array.from({ length: 5_020 }, (_, n) => `porpartes${n < 120 ? n : 0},secreta`)
  await dialog.getByLabel('Archivo CSV').setInputFiles({
    name: 'panel.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['username,password', ...lines].join('\n')),
  })
  await dialog.getByLabel('Seguir así').check()
  await dialog.getByRole('button', { name: 'Revisar filas' }).click()
  await expect(dialog.getByRole('note')).toContainText('Es un archivo grande: se escribe por partes.')
  await dialog.getByRole('button', { name: 'Importar 120 registros' }).click()
  await expect(dialog.getByRole('status')).toHaveText(
    /^(Protegiendo las contraseñas|Escribiendo por partes): /,
  )
  const result = dialog.getByRole('group', { name: 'Resultado' })
  await expect(result).toContainText('El archivo fue importado.')
  await expect(result).toContainText('Registros creados120')
  await dialog.getByRole('button', { name: 'Deshacer' }).click()
  await expect(page.getByRole('dialog', { name: 'Listo' }).getByRole('status')).toHaveText(
    '120 registros como antes.',
  )
  expect(await api.get('/api/users/size?search=porpartes')).toEqual({ count: 0 })
})
