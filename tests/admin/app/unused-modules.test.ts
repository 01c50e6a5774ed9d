import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createTheme } from '@mui/material/styles'
import { defaultI18nProvider } from 'react-admin'
import { describe, expect, it } from 'vitest'
import { UNUSED } from '../../../scripts/unused-modules.mjs'
import { adminProps } from '../../../src/admin/app/layout/admin-props.tsx'
import { RESOURCE_SCREENS } from '../../../src/admin/app/screens.ts'

type Name = keyof typeof UNUSED

const FOLDERS = ['node_modules/', 'node_modules/react-admin/node_modules/']

/** The source of a module of a package. */
const moduleAt = (path: string): string => {
  const file = FOLDERS.map((folder) => folder + path).find(existsSync)
  if (file === undefined) throw new Error(`No package has ${path}`)
  return readFileSync(file, 'utf8')
}

const TAKEN =
  /(?:(?:import|export)\s+(?:(\w+)\s*,?\s*)?(?:\{([^}]*)\}|\*)?\s*from\s+|(\w+) = require\()['"]([^'"]+)['"]/g

/** The names that a module imports from each specifier. */
const importsOf = (text: string): ReadonlyMap<string, readonly string[]> =>
  new Map(
    [...text.matchAll(TAKEN)].map(([, byDefault, named = '', required, specifier = '']) => [
      specifier,
      [
        ...(byDefault === undefined && required === undefined ? [] : ['default']),
        ...named
          .split(',')
          .map((name) => name.trim().replace(/ as .*/, ''))
          .filter((name) => name !== ''),
      ],
    ]),
  )

const admin = readdirSync('src/admin', { recursive: true, withFileTypes: true })
  .filter(({ name }) => /\.tsx?$/.test(name))
  .map(({ parentPath, name }) => readFileSync(`${parentPath}/${name}`, 'utf8'))
  .join('\n')

const themes = [adminProps.lightTheme, adminProps.darkTheme]

/** Checks of the claim that each reason makes. */
const CLAIMS: Record<Name, () => void> = {
  'ra-ui-materialui': () => {
    const [, parameters = ''] =
      /AdminUI = \(\{(.*?)\}\)/s.exec(moduleAt('ra-ui-materialui/dist/AdminUI.js')) ?? []
    const defaults = [...parameters.matchAll(/(\w+) = \w+/g)].map(([, name]) => name)
    expect(defaults.length).toBeGreaterThan(5)
    expect(defaults.filter((name = '') => !(name in adminProps))).toEqual([])
    expect(Object.values(adminProps)).not.toContain(undefined)
  },
  'ra-language-english': () => {
    expect(adminProps.i18nProvider).not.toBe(defaultI18nProvider)
    expect(adminProps.i18nProvider.translate('ra.action.save')).toBe('Guardar')
  },
  jsonexport: () =>
    expect(admin).not.toMatch(/\w*ExportButton\b|\bexporter=|\bdefaultExporter\b|\bdownloadCSV\b/),
  inflection: () => {
    for (const name of Object.keys(RESOURCE_SCREENS))
      expect(adminProps.i18nProvider.translate(`resources.${name}.name`, { _: 'none' })).not.toBe('none')
  },
  'object.entries': () => expect(readFileSync('vite.config.ts', 'utf8')).not.toMatch(/legacy|polyfill/i),
  '@mui/material, colour schemes': () => {
    for (const theme of themes) expect(createTheme(theme)).not.toHaveProperty('vars')
    expect(admin).not.toMatch(/\buseColorScheme\b|\bCssVarsProvider\b|\bextendTheme\b/)
  },
  '@mui/material, inputs': () => {
    for (const { components } of themes)
      for (const part of ['MuiTextField', 'MuiFormControl'] as const)
        expect(components?.[part]?.defaultProps).toMatchObject({ variant: 'outlined' })
    expect(admin).not.toMatch(
      /variant="(standard|filled)"[^>]*label|\bnative[=:]|\b(Native\w+|Filled)(Select|Input)\b/,
    )
  },
}

const claims = new Map(Object.entries(CLAIMS))

describe.each(Object.entries(UNUSED))('left out of the bundle: %s', (name, unused) => {
  const { modules, importers, exports, why } = unused

  it('has a reason in one sentence, which is true', () => {
    expect(why).toMatch(/^[^.]\S* .*[^.]\.$/)
    claims.get(name)?.()
    expect(claims.has(name)).toBe(true)
  })

  it('is still imported by the modules listed, only with names that the replacement exports', () => {
    const taken = importers.map((path) => importsOf(moduleAt(path)))
    for (const specifier of modules) {
      const names = taken.flatMap((imports) => imports.get(specifier) ?? [])
      expect(
        taken.some((imports) => imports.has(specifier)),
        specifier,
      ).toBe(true)
      expect(exports).toEqual(expect.arrayContaining(names))
    }
    for (const [index, imports] of taken.entries())
      expect(
        modules.some((specifier) => imports.has(specifier)),
        importers[index],
      ).toBe(true)
  })
})
