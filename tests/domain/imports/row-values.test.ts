import { expect, test } from 'vitest'
import { rowValues } from '../../../src/domain/imports/row-values.ts'

test('shows the values to be stored, with the original cell where it differs', () => {
  const texts = {
    celPhone: '18095550101',
    dateExpire: '10/05/2026',
    fullName: 'Ana Núñez',
    status: 'Activo',
    children: 'Sí',
    content: 'https://a.example/1.mp4 (HD, ESP)',
    comment: '',
  }
  const cells = {
    celPhone: '18095550101.0',
    dateExpire: '2026-05-01',
    fullName: ' ana nuñez',
    children: 'si',
    content: 'https://a.example/1.mp4',
    comment: '-',
  }
  expect(rowValues(texts, cells)).toEqual([
    { field: 'celPhone', text: '18095550101', original: '18095550101.0' },
    { field: 'dateExpire', text: '10/05/2026', original: '2026-05-01' },
    { field: 'fullName', text: 'Ana Núñez', original: '' },
    { field: 'status', text: 'Activo', original: '' },
    { field: 'children', text: 'Sí', original: '' },
    { field: 'content', text: 'https://a.example/1.mp4 (HD, ESP)', original: '' },
  ])
})

test('shortens long values', () => {
  const [value] = rowValues({ synopsis: 'a'.repeat(5_000) }, { synopsis: 'b'.repeat(5_000) })
  expect(value?.text.length).toBeLessThan(200)
  expect(value?.original.length).toBeLessThan(200)
})
