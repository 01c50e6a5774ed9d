import { describe, expect, it } from 'vitest'
import {
  isDue,
  licenceOf,
  licencePredicate,
  licenceSentence,
  licenceTerm,
  licenceText,
} from '../../../src/domain/credits/licence.ts'

/** Four hours behind UTC. */
const ZONE = 'America/Santo_Domingo'
const NOW = new Date('2026-11-26T16:00:00Z')
const at = (dateExpire: string | null) => licenceOf(dateExpire, NOW, ZONE)

describe('how a licence stands', () => {
  it.each([
    ['2026-11-26T16:00:00.001Z', 'running', 'Vence hoy (26/11/2026)'],
    ['2026-11-27T03:59:59.999Z', 'running', 'Vence hoy (26/11/2026)'],
    ['2026-11-27T04:00:00.000Z', 'running', 'Vence mañana (27/11/2026)'],
    ['2026-11-28T12:00:00.000Z', 'running', 'Vence en 2 días (28/11/2026)'],
    ['2026-12-03T12:00:00.000Z', 'running', 'Vence en 7 días (03/12/2026)'],
    ['2026-12-04T12:00:00.000Z', 'running', 'Vence 04/12/2026'],
    ['3000-12-31T12:00:00.000Z', 'running', 'Vence 31/12/3000'],
    ['2026-11-26T16:00:00.000Z', 'ended', 'Venció hoy (26/11/2026)'],
    ['2026-11-26T04:00:00.000Z', 'ended', 'Venció hoy (26/11/2026)'],
    ['2026-11-26T03:59:59.999Z', 'ended', 'Venció hace 1 día (25/11/2026)'],
    ['2026-11-23T12:00:00.000Z', 'ended', 'Venció hace 3 días (23/11/2026)'],
    ['2024-11-26T12:00:00.000Z', 'ended', 'Venció hace 730 días (26/11/2024)'],
  ])('until %s: %s, «%s»', (dateExpire, state, text) => {
    expect(at(dateExpire).state).toBe(state)
    expect(licenceText(at(dateExpire))).toBe(text)
    expect(isDue(at(dateExpire))).toBe(text.includes('('))
  })

  it('says that there is none', () => {
    const none = at(null)
    expect([none.state, isDue(none)]).toEqual(['none', false])
    expect([licenceText(none), licenceSentence(none), licencePredicate(none), licenceTerm(none)]).toEqual([
      'Sin licencia',
      'Sin licencia',
      'sin licencia',
      '',
    ])
  })

  it('says the days within a sentence, however many they are', () => {
    const far = at('2026-12-26T12:00:00.000Z')
    expect([licencePredicate(far), licenceSentence(far)]).toEqual(['vence en 30 días', 'Vence en 30 días'])
    expect(licencePredicate(at('2026-11-25T12:00:00.000Z'))).toBe('venció hace 1 día')
  })

  it('counts the days of the calendar, also where clocks change', () => {
    const now = new Date('2026-03-27T23:30:00Z')
    const until = (expiry: string) => licenceTerm(licenceOf(expiry, now, 'Europe/Madrid'))
    expect(until('2026-03-29T00:30:00Z')).toBe('mañana')
    expect(until('2026-03-29T22:30:00Z')).toBe('en 2 días')
    expect(licenceOf(new Date('2026-03-27T22:30:00Z'), now, 'Europe/Madrid')).toEqual({
      state: 'ended',
      days: -1,
      day: '27/03/2026',
    })
  })
})
