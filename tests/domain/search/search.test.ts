import { expect, test } from 'vitest'
import {
  type Candidate,
  hasTrigram,
  matchingContact,
  mergeResults,
} from '../../../src/domain/search/search.ts'

const named = (resource: Candidate['resource'], ...titles: string[]): Candidate[] =>
  titles.map((title) => ({ resource, _id: title, title, detail: '', names: [title] }))

const titles = (found: { title: string }[]) => found.map(({ title }) => title)

test('ranks exact names first, then prefixes, words and substrings, ignoring accents and case', () => {
  const movies = named('movies', 'Camareros', 'El Mar', 'Marea', 'MÁR', 'Otra')
  expect(titles(mergeResults([movies], 'mar', 10))).toEqual(['MÁR', 'Marea', 'El Mar', 'Camareros', 'Otra'])
})

test('several words match anywhere in a name', () => {
  const movies = named('movies', 'La caída de la casa', 'Casa caída', 'Casa')
  expect(titles(mergeResults([movies], 'casa  caida', 10))).toEqual([
    'Casa caída',
    'La caída de la casa',
    'Casa',
  ])
})

test('kinds alternate among equal matches, so that none displaces the others', () => {
  const users = named('users', 'mar1', 'mar2', 'mar3', 'mar4')
  const found = mergeResults([users, named('movies', 'Marea', 'Camareros'), named('series', 'Mar')], 'mar', 4)
  expect(titles(found)).toEqual(['Mar', 'mar1', 'Marea', 'mar2'])
})

test('ranks by the best of several names', () => {
  const channel = {
    resource: 'channels',
    _id: 'c',
    title: 'Tele 12',
    detail: '',
    names: ['Tele 12', '12'],
  } as const
  const found = mergeResults([named('movies', '12 monos'), [channel]], '12', 10)
  expect(found).toEqual([
    { resource: 'channels', _id: 'c', title: 'Tele 12', detail: '' },
    { resource: 'movies', _id: '12 monos', title: '12 monos', detail: '' },
  ])
})

test.each([
  ['ab', false],
  ['a b c', false],
  ['%_\\', false],
  ['---', false],
  ['año', true],
  ['a casa', true],
  ['809', true],
])('searches %j as a substring: %s', (text, is) => expect(hasTrigram(text)).toBe(is))

test.each([
  ['the second number, written differently', '849-555.0104', '(849) 555-0104'],
  ['the first number for digits of both', '555', '+1 829 555 0128'],
  ['an address for a part of it', 'SOL@correo', 'sol@correo.example'],
  ['none for two digits', '55', undefined],
  ['none for a name', 'ana', undefined],
  ['none for a blank text', ' ', undefined],
])('the contact that a search text matches is %s', (_, text, contact) => {
  expect(matchingContact(['+1 829 555 0128', '(849) 555-0104', 'sol@correo.example'], text)).toBe(contact)
})
