import english from 'ra-language-english'
import { describe, expect, it } from 'vitest'
import { i18nProvider, messages } from '../../../src/admin/api/i18n/i18n-provider.ts'
import { API_PATHS } from '../../../src/domain/registry.ts'
import { resources } from '../../../src/domain/resource-labels.ts'

const flatten = (tree: unknown, path = ''): [string, string][] =>
  typeof tree === 'object' && tree !== null
    ? Object.entries(tree).flatMap(([key, value]) => flatten(value, path === '' ? key : `${path}.${key}`))
    : [[path, String(tree)]]

const variables = (text: string): string[] => [...new Set(text.match(/%\{\w+\}/g) ?? [])].sort()

const ENGLISH = flatten(english)
const SPANISH = new Map(flatten(messages))
/** Words equal in both languages. */
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
  it('cover exactly the keys of react-admin', () => {
    expect([...SPANISH.keys()].sort()).toEqual(ENGLISH.map(([key]) => key).sort())
  })

  it.each(ENGLISH)('translate %s', (key, text) => {
    if (!SAME.has(key)) expect(SPANISH.get(key)).not.toBe(text)
  })

  it('use only the variables that react-admin passes', () => {
    for (const [key, text] of ENGLISH)
      for (const name of variables(SPANISH.get(key) ?? '')) expect(variables(text), key).toContain(name)
  })

  it('are used by the provider', () => {
    expect(i18nProvider.translate('ra.action.save')).toBe('Guardar')
    expect(i18nProvider.translate('resources.movies.name', { smart_count: 2 })).toBe('películas')
    expect(i18nProvider.getLocale()).toBe('es')
  })

  it('contain names only for resources of the API', () => {
    for (const name of Object.keys(resources)) expect(Object.keys(API_PATHS)).toContain(name)
  })
})
