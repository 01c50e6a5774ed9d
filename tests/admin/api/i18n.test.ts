import english from 'ra-language-english'
import { describe, expect, it } from 'vitest'
import { i18nProvider, messages } from '../../../src/admin/api/i18n/i18n-provider.ts'
import { resources } from '../../../src/admin/api/i18n/resources.ts'
import { API_PATHS } from '../../../src/domain/access/resources.ts'

const flatten = (tree: unknown, path = ''): [string, string][] =>
  typeof tree === 'object' && tree !== null
    ? Object.entries(tree).flatMap(([key, value]) => flatten(value, path === '' ? key : `${path}.${key}`))
    : [[path, String(tree)]]

const variables = (text: string): string[] => [...new Set(text.match(/%\{\w+\}/g) ?? [])].sort()

const ENGLISH = flatten(english)
const SPANISH = new Map(flatten(messages))
/** The same word in both languages. */
const SAME = new Set([
  'ra.boolean.false',
  'ra.message.no',
  'ra.boolean.null',
  'ra.page.list',
  'ra.page.edit',
  'ra.page.show',
  'ra.configurable.inspector.title',
])

describe('the Spanish texts', () => {
  it('cover every key of react-admin, and no other', () => {
    expect([...SPANISH.keys()].sort()).toEqual(ENGLISH.map(([key]) => key).sort())
  })

  it.each(ENGLISH)('translate %s', (key, text) => {
    if (!SAME.has(key)) expect(SPANISH.get(key)).not.toBe(text)
  })

  it('name no variable that react-admin does not give', () => {
    for (const [key, text] of ENGLISH)
      for (const name of variables(SPANISH.get(key) ?? '')) expect(variables(text), key).toContain(name)
  })

  it('are what the provider speaks', () => {
    expect(i18nProvider.translate('ra.action.save')).toBe('Guardar')
    expect(i18nProvider.translate('resources.movies.name', { smart_count: 2 })).toBe('películas')
    expect(i18nProvider.getLocale()).toBe('es')
  })

  it('name resources of the API alone', () => {
    for (const name of Object.keys(resources)) expect(Object.keys(API_PATHS)).toContain(name)
  })
})
