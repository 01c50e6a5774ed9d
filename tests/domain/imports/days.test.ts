import { describe, expect, test } from 'vitest'
import { dayHint, dayProblem, dayReading, readFileDay, sampleDays } from '../../../src/domain/imports/days.ts'

const readingOf = (...values: string[]) => dayReading([sampleDays(values)])
const dayIn = (text: string, ...values: string[]) => readFileDay(text, readingOf(...values))?.day

describe('the days of a file', () => {
  test('are read day first, unless only month first fits all of them', () => {
    expect(dayIn('05/06/2027', '2027-01-01', '')).toBe('2027-06-05')
    expect(dayIn('05/06/2027', '05/06/2027', '31/12/2026')).toBe('2027-06-05')
    expect(dayIn('05/06/2027', '05/06/2027', '12/31/2026 10:00')).toBe('2027-05-06')
    expect(readFileDay('05/06/2027', dayReading([], 'MM/DD'))?.day).toBe('2027-05-06')
    expect(dayIn('31/02/2027')).toBeUndefined()
    expect(dayIn('1/2/27')).toBe('2027-02-01')
    expect(dayIn('1/2/87')).toBe('1987-02-01')
    expect(dayIn('31-mar-27')).toBe('2027-03-31')
    expect(dayIn('31 de Março de 2027')).toBe('2027-03-31')
    expect(dayIn('31-abc-27')).toBeUndefined()
    expect(dayIn('20270331')).toBe('2027-03-31')
    expect(dayIn('46477')).toBe('2027-03-31')
    expect(dayIn('12345')).toBeUndefined()
  })

  test('are detected by the first unambiguous value', () => {
    const values = ['x'.repeat(1_000), '05/05/2026', '05/06/2026', '13/01/2026', '14/01/2026', '01-20-2026']
    expect(sampleDays(values)).toEqual({ both: '05/06/2026', 'DD/MM': '13/01/2026', 'MM/DD': '01-20-2026' })
    expect(sampleDays(['99/99/2026', '31/02/2026', 'hoy'])).toEqual({})
  })

  test('are undetected if the file is contradictory', () => {
    const mixed = readingOf('05/06/2027', '31/12/2026', '12/31/2026')
    expect(readFileDay('05/06/2027', mixed)).toBeUndefined()
    expect(readFileDay('07/07/2027', mixed)?.day).toBe('2027-07-07')
    expect(readFileDay('31/12/2026', mixed)?.day).toBe('2026-12-31')
    expect(dayProblem('05/06/2027', mixed)).toBe(
      'La fecha «05/06/2027» se lee de dos maneras, y el archivo trae «12/31/2026» (MM/DD/AAAA): escríbala AAAA-MM-DD.',
    )
    expect(dayProblem('12/31/2026', mixed)).toBe(
      'La fecha «12/31/2026» no es DD/MM/AAAA sino MM/DD/AAAA, y el archivo trae «31/12/2026» (DD/MM/AAAA): escríbala AAAA-MM-DD.',
    )
  })

  test('report the error of an invalid day', () => {
    const chosen = dayReading([sampleDays(['12/31/2026', '05/06/2027'])], 'DD/MM')
    expect(dayProblem('12/31/2026', chosen)).toBe(
      'La fecha «12/31/2026» no es DD/MM/AAAA sino MM/DD/AAAA: elija ese orden de las fechas.',
    )
    expect(dayProblem('05/06/2027', chosen)).toContain('elija ese orden de las fechas')
    expect(dayProblem('mañana', readingOf('mañana', '12/31/2026'))).toBe(
      'No se entiende la fecha «mañana»: las del archivo son como «12/31/2026» (MM/DD/AAAA).',
    )
    expect(dayProblem('mañana', readingOf('mañana'))).toBe(
      'No se entiende la fecha «mañana»: use DD/MM/AAAA o AAAA-MM-DD.',
    )
    expect(dayProblem('x'.repeat(200), readingOf()).length).toBeLessThan(130)
  })

  test('are explained by an example', () => {
    expect(dayHint(readingOf('05/06/2027'))).toBe('«05/06/2027» es sábado, 5 de junio de 2027.')
    expect(dayHint(readingOf('05/06/2027', '12/31/2026'))).toBe('Como «12/31/2026» del archivo.')
    expect(dayHint(readingOf('31/12/2026', '12/31/2026'))).toBe(
      'El archivo trae «31/12/2026» y «12/31/2026», que no es DD/MM/AAAA.',
    )
    expect(dayHint(readingOf('2027-01-01'))).toBeUndefined()
  })
})
