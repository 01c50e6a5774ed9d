import type { Page } from '@playwright/test'
import { expect } from '../support/browser.ts'
import { expectNotification } from '../support/notifications.ts'
import { type Api, apiOf, type Row } from './support/api.ts'
import { test } from './support/inspected.ts'
import { choose, field } from './support/screen.ts'
import { newFilm, report, viewerOf } from './support/viewer.ts'

const total = (page: Page) => page.getByTestId('total')

async function search(page: Page, text: string): Promise<void> {
  await page.getByRole('searchbox').fill(text)
  await page.getByRole('searchbox').press('Enter')
}

const ownOf = (viewer: Api) => viewer.get<Row[]>('/api/issues/mine')

test('a report is answered and repaired in one step, and its viewer gets the answer', {
  tag: '@looks',
}, async ({ page, signedIn, axe, lookAsPhone }) => {
  const api = apiOf(page, await signedIn('sa'))
  const film = await newFilm(api, 'La respuesta esperada')
  const viewer = await viewerOf(page, api, 'vidente.seis')
  await report(viewer, film, 'LINK')
  await signedIn('soporte')
  await page.goto('/issues')
  await search(page, 'la respuesta esperada')
  const open = page.getByRole('button', { name: 'Responder: La respuesta esperada' })
  await open.click()
  const dialog = page.getByRole('dialog', { name: 'La respuesta esperada' })
  await expect(dialog).toContainText('Sin respuestas ni notas.')
  await dialog.getByRole('button', { name: 'Nota interna' }).click()
  await dialog.getByRole('button', { name: 'Guardar nota' }).click()
  await expect(dialog.getByText('Debe escribir un texto.')).toBeVisible()
  await expect(field(dialog, 'Nota interna')).toBeFocused()
  await field(dialog, 'Nota interna').fill('Pedí otro enlace al proveedor.')
  await dialog.getByRole('button', { name: 'Guardar nota' }).click()
  await expect(page.getByText('Se guardó la nota.')).toBeVisible()
  await expect(dialog).toBeHidden()
  await open.click()
  await expect(dialog.getByTestId('comment')).toContainText('Nota interna · soporte')
  await choose(dialog, 'Respuesta preparada', 'Ya funciona')
  const text = 'Gracias por avisarnos. «La respuesta esperada» ya funciona: ábralo de nuevo.'
  await expect(dialog.getByRole('group', { name: 'Vista previa' })).toHaveText(text)
  await dialog.getByRole('button', { name: 'Nota interna' }).click()
  await expect(field(dialog, 'Nota interna')).toHaveValue(text)
  await dialog.getByRole('button', { name: 'Responder', exact: true }).click()
  await choose(dialog, 'Respuesta preparada', 'Ya funciona')
  await axe()
  await lookAsPhone()
  await dialog.getByRole('button', { name: 'Responder y reparar' }).click()
  await expect(page.getByText('Se envió la respuesta. Se marcó como reparado 1 reporte.')).toBeVisible()
  await expect(total(page)).toHaveText('0')
  const [own] = await ownOf(viewer)
  expect(own).toMatchObject({ title: film.title, status: true, answer: text })
  expect(JSON.stringify(own)).not.toMatch(/proveedor|soporte/)
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await expect(page.getByText('Se abrió de nuevo 1 reporte.')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'Respondido' })).toBeVisible()
  expect(await ownOf(viewer)).toMatchObject([{ status: false, answer: text }])
})

test('a group of reports is assigned to oneself, answered at once, and unassigned', {
  tag: '@looks',
}, async ({ page, signedIn, axe, lookAsPhone }) => {
  const api = apiOf(page, await signedIn('sa'))
  const film = await newFilm(api, 'Reportada por dos')
  const viewers = [
    await viewerOf(page, api, 'vidente.siete'),
    await viewerOf(page, api, 'vidente.ocho'),
  ] as const
  for (const viewer of viewers) await report(viewer, film, 'AUDIO')
  await signedIn('soporte')
  await page.goto('/issues?view=groups')
  await search(page, 'reportada por dos')
  await page.getByRole('checkbox', { name: 'Elegir Reportada por dos' }).check()
  const bar = page.getByRole('group', { name: 'Con los elegidos' })
  await bar.getByRole('button', { name: 'Asignar a mí' }).click()
  const question = page.getByRole('dialog', { name: '¿Asignarse los reportes elegidos?' })
  await expect(question).toContainText('Son 2 reportes.')
  await axe()
  await question.getByRole('button', { name: 'Asignar a mí' }).click()
  await expect(page.getByText('Se le asignaron 2 reportes.')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Elegir Reportada por dos' }).check()
  await bar.getByRole('button', { name: 'Asignar a mí' }).click()
  await question.getByRole('button', { name: 'Asignar a mí' }).click()
  await expect(page.getByText('Ya eran suyos: no cambió nada.')).toBeVisible()
  await choose(page, 'Asignado a', 'Míos')
  await expect(page).toHaveURL(/assignee/)
  await expect(total(page)).toHaveText('1')
  await page.getByRole('button', { name: /^Responder: Reportada por dos/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Reportada por dos' })
  await expect(dialog).toContainText('La respuesta llega a quienes enviaron 2 reportes.')
  await field(dialog, 'Respuesta').fill('Hola {nombre}')
  await dialog.getByRole('button', { name: 'Responder y reparar' }).click()
  await expect(dialog.getByText('El marcador «{nombre}» no existe')).toBeVisible()
  await axe()
  await lookAsPhone()
  await field(dialog, 'Respuesta').fill('Revisamos «{titulo}».')
  await dialog.getByRole('button', { name: 'Responder y reparar' }).click()
  const job = page.getByRole('dialog', { name: 'Listo' })
  await expect(job).toContainText('Responder 2 reportes')
  await expect(job.getByRole('status')).toHaveText('2 registros respondidos.')
  await expect(job.getByRole('button', { name: 'Deshacer' })).toBeHidden()
  await axe()
  await lookAsPhone()
  const answer = 'Revisamos «Reportada por dos».'
  for (const viewer of viewers) expect(await ownOf(viewer)).toMatchObject([{ status: true, answer }])
  // The repair can be undone in one step; the answer remains.
  await job.getByRole('button', { name: 'Mis tareas' }).click()
  const jobs = page.getByRole('dialog', { name: 'Mis tareas' })
  // The newest: another journey may have repaired as many.
  await jobs.getByRole('button', { name: 'Deshacer: Reparar 2 reportes' }).first().click()
  await page
    .getByRole('dialog', { name: /^¿Deshacer/ })
    .getByRole('button', { name: 'Deshacer' })
    .click()
  await expect(jobs).toContainText('2 registros como antes.')
  await jobs.getByRole('button', { name: 'Cerrar' }).click()
  for (const viewer of viewers) expect(await ownOf(viewer)).toMatchObject([{ status: false, answer }])
  await page.getByRole('link', { name: /^Ver reportes: Reportada por dos/ }).click()
  await expect(total(page)).toHaveText('2')
  await axe()
  await page.getByRole('button', { name: 'Quitar asignación: Reportada por dos' }).first().click()
  await expect(total(page)).toHaveText('1')
  await choose(page, 'Asignado a', 'Todos')
  await page.getByRole('button', { name: 'Asignar a mí: Reportada por dos' }).press('Enter')
  const left = page.getByRole('button', { name: 'Quitar asignación: Reportada por dos' })
  await expect(left).toHaveCount(2)
  expect(await left.evaluateAll((buttons) => buttons.includes(document.activeElement as never))).toBe(true)
})

test('answer templates are added in the settings', async ({ page, signedIn, axe }) => {
  await signedIn('sa')
  await page.goto('/automation?tab=answers')
  await page.getByRole('button', { name: 'Agregar respuesta' }).click()
  const dialog = page.getByRole('dialog', { name: 'Agregar respuesta' })
  await field(dialog, 'Nombre').fill('Ya funciona')
  await field(dialog, 'Respuesta').fill('Cambie {esto}')
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await expect(dialog.getByText('Ya hay una respuesta con este nombre.')).toBeVisible()
  await expect(dialog.getByText(/El marcador «\{esto\}» no existe/)).toBeVisible()
  await axe()
  await field(dialog, 'Nombre').fill('Falta la red')
  await field(dialog, 'Respuesta').fill('Revise su conexión y abra «{titulo}» de nuevo.')
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await expectNotification(page, 'Los datos fueron guardados.')
  await page.reload()
  await expect(page.getByTestId('answerTemplates').last()).toContainText('Falta la red')
})
