import { describe, expect, test } from 'vitest'
import type { ListedBatch } from '../../../src/domain/batches/batch.ts'
import {
  batchOutcome,
  batchProgress,
  batchTitle,
  mergeBatches,
} from '../../../src/domain/batches/batch-texts.ts'

const BATCH = {
  resource: 'movies',
  action: 'update',
  undoes: null,
  changes: { status: false },
  name: '',
  total: 2395,
} as const
const ENDED = { state: 'done', action: 'update', done: 3, total: 3, changed: 3, refusedCount: 0 } as const

describe('a batch’s title', () => {
  test.each([
    [{}, 'Desactivar 2,395 películas'],
    [{ changes: { status: 'enable' }, resource: 'users', total: 1 }, 'Activar 1 usuario'],
    [{ changes: { status: true, children: true } }, 'Cambiar 2,395 películas'],
    [{ changes: { addCategories: ['c1'] } }, 'Cambiar 2,395 películas'],
    [{ changes: { seller: 'u1' }, resource: 'users', total: 2 }, 'Mover 2 usuarios a otro agente'],
    [{ action: 'delete', changes: {} }, 'Eliminar 2,395 películas'],
    [{ action: 'restore', changes: {} }, 'Restaurar 2,395 películas'],
    [{ action: 'import', name: 'lista.csv' }, 'Importar películas de «lista.csv»'],
    [{ action: 'import' }, 'Importar películas'],
    [{ action: 'repair', resource: 'issues', changes: {}, total: 1 }, 'Reparar 1 reporte'],
    [{ action: 'answer', resource: 'issues', changes: {} }, 'Responder 2,395 reportes'],
    [{ action: 'undo', undoes: 'delete', changes: {} }, 'Deshacer: Eliminar 2,395 películas'],
    [{ action: 'undo', undoes: 'update' }, 'Deshacer: Desactivar 2,395 películas'],
  ] as const)('%o: %s', (fields, title) => expect(batchTitle({ ...BATCH, ...fields })).toBe(title))
})

describe('a batch’s text', () => {
  test.each([
    [{}, '3 registros cambiados.'],
    [{ action: 'repair' }, '3 registros reparados.'],
    [{ action: 'answer', refusedCount: 1, changed: 2 }, '2 registros respondidos; 1 rechazado.'],
    [{ changed: 1, done: 1, action: 'undo' }, '1 registro como antes.'],
    [{ done: 6, changed: 3, refusedCount: 2 }, '3 registros cambiados; 1 ya estaba así; 2 rechazados.'],
    [{ action: 'undo', refusedCount: 1, changed: 2 }, '2 registros como antes; 1 no se deshizo.'],
    [{ state: 'running', done: 250, total: 1000, refusedCount: 1 }, '250 de 1,000; 1 rechazado.'],
  ] as const)('%o: %s', (fields, text) => expect(batchProgress({ ...ENDED, ...fields })).toBe(text))

  test('states the outcome or the failure', () => {
    const ended = { ...BATCH, ...ENDED, message: '' }
    expect(batchOutcome(ended)).toBe('Desactivar 3 películas · Listo: 3 registros cambiados.')
    expect(batchOutcome({ ...ended, state: 'cancelled', message: 'Sin permiso.' })).toBe(
      'Desactivar 3 películas · Se detuvo: Sin permiso.',
    )
  })
})

describe('the batches of one request over several entities', () => {
  const films: ListedBatch = {
    ...{ ...BATCH, ...ENDED, _id: 'b1', undoneDate: null, message: '', date: '2026-11-20T12:00:00.000Z' },
    ...{ group: 'g', canUndo: true, action: 'replaceLinks', changes: { from: 'a.example', to: 'b.example' } },
  }
  const channels: ListedBatch = { ...films, resource: 'channels', done: 1, total: 2, state: 'running' }

  test('have one title and one progress', () => {
    const merged = mergeBatches([films, channels])
    expect(batchTitle(merged)).toBe('Reemplazar a.example por b.example en 5 registros')
    expect(batchProgress(merged)).toBe('4 de 5.')
    expect(merged).toMatchObject({ state: 'running', canUndo: true })
  })

  test.each([
    ['done', ['done', 'undone']],
    ['undone', ['undone', 'undone']],
    ['failed', ['done', 'failed', 'cancelled']],
    ['undoing', ['undoing', 'done']],
  ] as const)('are %s together if they are %o', (state, states) => {
    expect(mergeBatches(states.map((each) => ({ ...films, state: each }))).state).toBe(state)
  })
})
