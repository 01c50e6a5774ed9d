import { expect, test } from 'vitest'
import { demoResetText } from '../../../src/domain/sign-in/demo-reset.ts'

test.each([
  ['2026-03-15T14:30:00Z', 'Empieza de nuevo hoy a las 02:00 pm.'],
  ['2026-03-16T03:30:00Z', 'Empieza de nuevo hoy a las 02:00 pm.'],
  ['2026-03-15T03:30:00Z', 'Empieza de nuevo mañana a las 02:00 pm.'],
  ['2026-03-13T12:00:00Z', 'Empieza de nuevo el 15/03/2026 a las 02:00 pm.'],
])('at %s a demo says when it starts over, in days of the service', (now, text) => {
  expect(demoResetText('2026-03-15T18:00:00Z', 'America/Santo_Domingo', new Date(now))).toBe(text)
})
