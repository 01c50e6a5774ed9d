import { expect, test } from 'vitest'
import { automaticDate, automaticName, expiredBackups } from '../../../src/domain/backups/rotation.ts'

const ZONE = 'America/Santo_Domingo'
const KEPT = { daily: 7, weekly: 4, monthly: 3 }

const nameAt = (instant: string) => automaticName(new Date(instant))
const DAY = 86_400_000

/** The days of the files left after a backup each night at three, local time. */
const nights = (first: string, count: number, kept = KEPT): string[] => {
  let files: string[] = []
  for (let night = 0; night < count; night++) {
    files.push(nameAt(new Date(Date.parse(`${first}T07:00:00Z`) + night * DAY).toISOString()))
    const expired = new Set(expiredBackups(files, kept, ZONE, files.at(-1)))
    files = files.filter((name) => !expired.has(name))
  }
  return files.map((name) => name.slice('cartelera-auto-'.length, 'cartelera-auto-2026-01-01'.length))
}

test('a month of nights leaves the last days, the ends of the weeks before and the end of the month before', () => {
  expect(nights('2026-10-20', 40)).toEqual([
    '2026-10-31',
    '2026-11-08',
    '2026-11-15',
    '2026-11-22',
    '2026-11-23',
    '2026-11-24',
    '2026-11-25',
    '2026-11-26',
    '2026-11-27',
    '2026-11-28',
  ])
})

test('a year of nights leaves a month each, and no more files than periods', () => {
  const left = nights('2025-11-29', 365, { daily: 2, weekly: 0, monthly: 4 })
  expect(left).toEqual(['2026-08-31', '2026-09-30', '2026-10-31', '2026-11-27', '2026-11-28'])
})

test('of several backups of a local day the newest stays, across the midnight of UTC', () => {
  const files = ['2026-11-28T03:30:00Z', '2026-11-28T04:30:00Z', '2026-11-29T03:30:00Z'].map(nameAt)
  expect(expiredBackups(files, { daily: 2, weekly: 0, monthly: 0 }, ZONE, undefined)).toEqual([files[1]])
})

test('the last proven backup stays, however old', () => {
  const files = ['2025-01-01T07:00:00Z', '2026-11-27T07:00:00Z', '2026-11-28T07:00:00Z'].map(nameAt)
  const kept = { daily: 1, weekly: 0, monthly: 0 }
  expect(expiredBackups(files, kept, ZONE, files[0])).toEqual([files[1]])
  expect(expiredBackups(files, kept, ZONE, 'cartelera-auto-gone.jsonl.gz').sort()).toEqual(files.slice(0, 2))
})

test('a backup from a clock that ran ahead takes the place of one day', () => {
  const files = ['2026-11-27T07:00:00Z', '2026-11-28T07:00:00Z', '2031-01-01T07:00:00Z'].map(nameAt)
  expect(expiredBackups(files, { daily: 2, weekly: 0, monthly: 0 }, ZONE, undefined)).toEqual([files[0]])
})

test('files of other names are never deleted', () => {
  const others = [
    'cartelera-2026-11-28T070000Z.jsonl.gz',
    'cartelera-auto-2026-11-28T070000Z.jsonl.gz.partial-7',
    'cartelera-auto-2026-13-45T070000Z.jsonl.gz',
    'cartelera-auto-2026-11-28T070000Z.jsonl.gz.old',
    'notas.txt',
  ]
  expect(expiredBackups(others, { daily: 0, weekly: 0, monthly: 0 }, ZONE, undefined)).toEqual([])
})

test('encrypted backups count as others', () => {
  const name = automaticName(new Date('2026-11-28T07:00:00Z'), true)
  expect(name).toMatch(/\.age$/)
  expect(automaticDate(name)).toEqual(new Date('2026-11-28T07:00:00Z'))
})
