import { describe, expect, test } from 'vitest'
import { csvRow, guardFormula, unguardFormula } from '../../../src/domain/format/csv.ts'
import { formatMoment, momentFormatter } from '../../../src/domain/format/dates.ts'

describe('a row of a table', () => {
  test.each([
    [['Ana', 'Calle 1', 7], 'Ana;Calle 1;7\r\n'],
    [['a;b', 'c,d', 'dijo "no"'], '"a;b";"c,d";"dijo ""no"""\r\n'],
    [['dos\r\nlíneas', ' al borde '], '"dos\nlíneas";" al borde "\r\n'],
    [[-5, 1250.5, '-5'], "-5;1250,5;'-5\r\n"],
    [['', 'Sí'], ';Sí\r\n'],
  ])('writes %j', (cells, row) => {
    expect(csvRow(cells, ';')).toBe(row)
  })

  test('can be separated by commas', () => {
    expect(csvRow(['a', 'b;c', 1], ',')).toBe('a,"b;c",1\r\n')
  })

  test('has the decimal mark that Excel expects with its separator, or the requested one', () => {
    expect(csvRow([1250.5, -0.25], ';')).toBe('1250,5;-0,25\r\n')
    expect(csvRow([1250.5], ',')).toBe('1250.5\r\n')
    expect(csvRow([1250.5], ';', '.')).toBe('1250.5\r\n')
    expect(csvRow([1250.5, 1], ',', ',')).toBe('"1250,5",1\r\n')
  })
})

describe('the guard against formulas', () => {
  const dangerous = [
    '=1+1',
    '+18095550101',
    '-5',
    '@x',
    '\t=1',
    '\r=1',
    '\n=1',
    "'+1",
    "''=x",
    '＝1',
    '＋1',
    '－1',
    '＠x',
    '=HYPERLINK("x")',
  ]
  test.each(dangerous)('prefixes %j with an apostrophe, which is removed when read', (text) => {
    expect(guardFormula(text)).toBe(`'${text}`)
    expect(unguardFormula(guardFormula(text))).toBe(text)
  })

  test.each(['', 'Ana', "'Tis", "D'Oleo", '809-555-0101', "'", '1+1'])('leaves %j as it is', (text) => {
    expect(guardFormula(text)).toBe(text)
    expect(unguardFormula(text)).toBe(text)
  })
})

test('many instants are formatted like single ones', () => {
  const zones = ['America/Santo_Domingo', 'Asia/Kathmandu', 'Europe/Madrid', 'UTC']
  const first = Date.parse('1965-01-01T00:00:00.000Z')
  for (const zone of zones) {
    const write = momentFormatter(zone)
    for (let step = 0; step < 300; step++) {
      const date = new Date(first + step * 7_000_003_000)
      expect(write(date.toISOString())).toBe(formatMoment(date, zone))
    }
  }
  const write = momentFormatter('Europe/Madrid')
  for (const hour of ['00:59:59', '01:00:00', '12:00:00'])
    expect(write(`2024-10-27T${hour}.000Z`)).toBe(
      formatMoment(new Date(`2024-10-27T${hour}Z`), 'Europe/Madrid'),
    )
  expect(write('')).toBe('')
})
