import { expect, test } from 'vitest'
import { JOB_MESSAGES, jobTitle, progressText, retryError, runTitle } from '../../../src/domain/jobs/job.ts'

test('titles show the kind and the type of its records; unknown kinds are shown by name', () => {
  expect(jobTitle('maintenance')).toBe('Mantenimiento')
  expect(jobTitle('other')).toBe('other')
  expect(runTitle({ kind: 'batch', resource: 'movies' })).toBe('Cambio en lote: Películas')
  expect(runTitle({ kind: 'reminders', resource: null })).toBe('Recordatorios')
})

test.each([
  [{ done: null, left: null }, ''],
  [{ done: 1, left: null }, '1 registro'],
  [{ done: 0, left: 0 }, '0 registros'],
  [{ done: 12_500, left: 0 }, '12,500 registros'],
  [{ done: 500, left: 1_000 }, '500 de 1,500 registros'],
])('%o is shown as %s', (progress, text) => {
  expect(progressText(progress)).toBe(text)
})

test('only the last, failed run of a repeatable kind can be repeated (rule J4)', () => {
  const failed = { state: 'failed', isRepeatable: true, isSuperseded: false } as const
  expect(retryError(failed)).toBeUndefined()
  for (const state of ['running', 'retrying', 'done', 'cancelled'] as const)
    expect(retryError({ ...failed, state })).toBe(JOB_MESSAGES.notFailed)
  expect(retryError({ ...failed, isRepeatable: false })).toBe(JOB_MESSAGES.notRepeatable)
  expect(retryError({ ...failed, isSuperseded: true })).toBe(JOB_MESSAGES.repeated)
})
