import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  dayOf,
  dayRange,
  formatDay,
  formatMoment,
  formatTime,
  isDay,
  startOfDay,
} from '../../../src/domain/format/dates.ts'

describe('dayRange', () => {
  it('covers both days whole, in the time zone', () => {
    expect(dayRange('2026-03-01', '2026-03-02', 'America/Santo_Domingo')).toEqual({
      start: new Date('2026-03-01T04:00:00Z'),
      end: new Date('2026-03-03T04:00:00Z'),
    })
  })

  it('leaves an absent bound open', () => {
    expect(dayRange('2026-03-01', undefined, 'UTC')).toEqual({ start: new Date('2026-03-01T00:00:00Z') })
    expect(dayRange(undefined, '2026-03-01', 'UTC')).toEqual({ end: new Date('2026-03-02T00:00:00Z') })
    expect(dayRange(undefined, undefined, 'UTC')).toEqual({})
  })

  it.each([
    ['23 hours when clocks go forward', 'Europe/Madrid', '2026-03-29', 23],
    ['25 hours when clocks go back', 'Europe/Madrid', '2026-10-25', 25],
    ['23 hours when midnight itself is skipped', 'America/Havana', '2026-03-08', 23],
    ['25 hours when midnight happens twice', 'America/Havana', '2026-11-01', 25],
    ['24 hours on the edge of the world', 'Pacific/Kiritimati', '2026-01-01', 24],
  ])('has %s', (_, zone, day, hours) => {
    const { start, end } = dayRange(day, day, zone)
    expect((Number(end) - Number(start)) / 3_600_000).toBe(hours)
  })

  it('begins after the skipped hour if a day has no midnight', () => {
    expect(startOfDay('2026-03-08', 'America/Havana')).toEqual(new Date('2026-03-08T05:00:00Z'))
  })

  it('rejects days that do not exist', () => {
    for (const day of [
      '2026-02-30',
      '2026-13-01',
      '26-01-01',
      '',
      '0000-01-01',
      '9999-01-01',
      '9999-12-31',
    ]) {
      expect(() => dayRange(day, undefined, 'UTC')).toThrow(RangeError)
    }
  })
})

describe('the supported days', () => {
  const zones = ['UTC', 'America/Santo_Domingo', 'Pacific/Kiritimati', 'Etc/GMT+12', 'Asia/Kathmandu']

  it('are those of the years 1000 to 9998', () => {
    expect(['1000-01-01', '9998-12-31'].map(isDay)).toEqual([true, true])
    expect(['0999-12-31', '9999-01-01', '-001000-01-01', '+010000-01-01'].map(isDay)).toEqual(
      Array(4).fill(false),
    )
  })

  it.each(zones)('begin and end in %s within instants of four-digit years', (zone) => {
    for (const day of ['1000-01-01', '1582-10-10', '9998-12-31']) {
      const { start = new Date(0), end = new Date(0) } = dayRange(day, day, zone)
      expect(dayOf(start, zone)).toBe(day)
      expect(dayOf(new Date(end.getTime() - 1), zone)).toBe(day)
      expect(dayOf(end, zone)).not.toBe(day)
      expect(end.toISOString()).toMatch(/^\d{4}-/)
    }
  })
})

describe('a formatter', () => {
  const { DateTimeFormat } = Intl
  let built = 0
  class Counted extends DateTimeFormat {
    constructor(...parameters: ConstructorParameters<typeof DateTimeFormat>) {
      super(...parameters)
      built++
    }
  }
  afterEach(() => vi.unstubAllGlobals())

  it('is cached by time zone, up to a limit', () => {
    vi.stubGlobal('Intl', Object.create(Intl, { DateTimeFormat: { value: Counted } }))
    const now = new Date('2026-03-15T14:30:00Z')
    const use = (zone: string) => {
      for (const format of [formatDay, formatTime, formatMoment, dayOf]) format(now, zone)
      startOfDay('2026-03-15', zone)
    }
    for (let turn = 0; turn < 5; turn++) use('America/Lima')
    expect(built).toBe(1)
    const zones = Intl.supportedValuesOf('timeZone').slice(-40)
    for (const zone of zones) use(zone)
    expect(built).toBe(41)
    use('America/Lima')
    expect(built).toBe(42)
  })
})

describe('dayOf', () => {
  it('is the day whose range contains the instant', () => {
    const zones = [
      'America/Santo_Domingo',
      'Europe/Madrid',
      'America/Havana',
      'Asia/Kathmandu',
      'Pacific/Apia',
    ]
    const instants = fc.date({
      min: new Date('1990-01-01'),
      max: new Date('2090-01-01'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(instants, fc.constantFrom(...zones), (instant, zone) => {
        const day = dayOf(instant, zone)
        const { start, end } = dayRange(day, day, zone)
        return isDay(day) && Number(start) <= Number(instant) && Number(instant) < Number(end)
      }),
    )
  })
})
