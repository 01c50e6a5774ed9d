import { afterEach, expect, test } from 'vitest'
import { findShortcut, isSearchText, isTyping } from '../../../../src/admin/kit/page/shortcuts.ts'

const press = (
  key: string,
  held: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey', boolean>> = {},
) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  isComposing: false,
  ...held,
})
const free = { isTyping: false, isInDialog: false, hasSingleKeys: true }

test.each([
  [press('k', { ctrlKey: true }), 'search'],
  [press('K', { metaKey: true }), 'search'],
  [press('s', { ctrlKey: true }), 'save'],
  [press('Enter', { metaKey: true }), 'saveAndNew'],
  [press('PageUp', { altKey: true }), 'previous'],
  [press('PageDown', { altKey: true }), 'next'],
  [press('/'), 'search'],
  // On a Spanish keyboard.
  [press('/', { shiftKey: true }), 'search'],
  [press('?', { shiftKey: true }), 'help'],
  [press('k'), undefined],
  [press('k', { ctrlKey: true, shiftKey: true }), undefined],
  [press('s', { ctrlKey: true, altKey: true }), undefined],
  [press('PageDown'), undefined],
  [press('/', { ctrlKey: true }), undefined],
  [{ ...press('?'), isComposing: true }, undefined],
])('%j is the shortcut %s', (key, name) => expect(findShortcut(key, free)).toBe(name))

test('single-key shortcuts are off while the user types and when disabled; others still work', () => {
  for (const around of [
    { ...free, isTyping: true },
    { ...free, hasSingleKeys: false },
  ]) {
    expect(findShortcut(press('/'), around)).toBeUndefined()
    expect(findShortcut(press('?'), around)).toBeUndefined()
    expect(findShortcut(press('k', { ctrlKey: true }), around)).toBe('search')
  }
})

test('a dialog disables all shortcuts', () => {
  for (const key of [press('/'), press('k', { ctrlKey: true }), press('s', { ctrlKey: true })])
    expect(findShortcut(key, { ...free, isInDialog: true })).toBeUndefined()
})

test.each([
  [press('8'), true],
  [press('ñ'), true],
  [press('R', { shiftKey: true }), true],
  [press('/'), false],
  [press('?', { shiftKey: true }), false],
  [press(' '), false],
  [press('Enter'), false],
  [press('c', { ctrlKey: true }), false],
  [press('c', { metaKey: true }), false],
  [press('c', { altKey: true }), false],
  [{ ...press('8'), isComposing: true }, false],
])('typing %j on a list starts a search: %s', (key, goes) => {
  expect(isSearchText(key, free)).toBe(goes)
  expect(isSearchText(key, { ...free, isTyping: true })).toBe(false)
  expect(isSearchText(key, { ...free, isInDialog: true })).toBe(false)
  expect(isSearchText(key, { ...free, hasSingleKeys: false })).toBe(false)
})

afterEach(() => document.body.replaceChildren())

test.each([
  ['<input>', true],
  ['<input type="search">', true],
  ['<textarea></textarea>', true],
  ['<select></select>', true],
  ['<div contenteditable="true"></div>', true],
  ['<div role="combobox"></div>', true],
  ['<ul role="menu"></ul>', true],
  ['<input type="checkbox">', false],
  ['<button></button>', false],
  ['<a href="/"></a>', false],
])('keys pressed in %s count as typing: %s', (html, is) => {
  document.body.innerHTML = html
  expect(isTyping(document.body.firstElementChild)).toBe(is)
})
