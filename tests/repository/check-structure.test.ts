import { describe, expect, it } from 'vitest'
import { filesOfEntity } from '../../scripts/check-structure/documents.mjs'
import {
  buildGraph,
  closureOf,
  fileCycles,
  folderCycles,
  importersOf,
} from '../../scripts/check-structure/graph.mjs'
import { resourcesIn, resourcesNamed } from '../../scripts/check-structure/resources.mjs'
import { handWrittenTypes } from '../../scripts/check-structure/response-types.mjs'

const graphFrom = (files: Record<string, string>) => buildGraph(new Map(Object.entries(files)))

describe('the graph of imports', () => {
  it('distinguishes value, type and dynamic imports', () => {
    const graph = graphFrom({
      'src/a.ts': [
        "import { b } from './b.ts'",
        "import type { C } from './c.ts'",
        "import { type D } from './d.ts'",
        "import './style.css'",
        "import { z } from 'zod'",
        "export { e } from './e.ts'",
        "export const later = () => import('./f.ts')",
      ].join('\n'),
      ...Object.fromEntries(['b', 'c', 'd', 'e', 'f'].map((name) => [`src/${name}.ts`, ''])),
    })
    expect(graph.get('src/a.ts')).toEqual([
      { to: 'src/b.ts', kind: 'value' },
      { to: 'src/c.ts', kind: 'type' },
      { to: 'src/d.ts', kind: 'type' },
      { to: 'src/e.ts', kind: 'value' },
      { to: 'src/f.ts', kind: 'dynamic' },
    ])
  })

  it('rejects an import of a missing file', () => {
    expect(() => graphFrom({ 'src/a.ts': "import './gone.ts'" })).toThrow('src/gone.ts')
  })

  it('counts each importer of a file once, however it imports it', () => {
    const graph = graphFrom({
      'a.ts': "import type { T } from './c.ts'\nimport { c } from './c.ts'",
      'b.ts': "export const later = () => import('./c.ts')",
      'c.ts': '',
    })
    expect([...(importersOf(graph).get('c.ts') ?? [])]).toEqual(['a.ts', 'b.ts'])
    expect([...(importersOf(graph, ['dynamic']).get('c.ts') ?? [])]).toEqual(['b.ts'])
  })
})

describe('the closure of a screen', () => {
  const graph = graphFrom({
    'app.ts': "export const screens = [() => import('./screen.ts'), () => import('./shared.ts')]",
    'screen.ts': [
      "import { form } from './form.ts'",
      "import type { T } from './types.ts'",
      "export const shared = () => import('./shared.ts')",
    ].join('\n'),
    'form.ts': "export const dialog = () => import('./dialog.ts')",
    'dialog.ts': "import './field.ts'\nexport const calendar = () => import('./calendar.ts')",
    'field.ts': "export const calendar = () => import('./calendar.ts')",
    'calendar.ts': '',
    'shared.ts': '',
    'types.ts': '',
  })

  it('includes modules that only it loads on demand', () => {
    expect([...closureOf(graph, 'screen.ts')].sort()).toEqual([
      'calendar.ts',
      'dialog.ts',
      'field.ts',
      'form.ts',
      'screen.ts',
    ])
  })

  it('includes type-only imports only on request', () => {
    expect(closureOf(graph, 'screen.ts', { types: true }).has('types.ts')).toBe(true)
  })

  it('rejects an unknown screen', () => {
    expect(() => closureOf(graph, 'gone.ts')).toThrow('gone.ts')
  })
})

describe('import cycles of folders', () => {
  it('are found over several folders and at every level, type imports included', () => {
    const graph = graphFrom({
      'src/a/one.ts': "import '../b/two.ts'",
      'src/b/two.ts': "import type { T } from '../c/deep/three.ts'",
      'src/c/deep/three.ts': "import '../../a/four.ts'",
      'src/a/four.ts': '',
      'src/d/x/five.ts': "import '../y/six.ts'",
      'src/d/y/six.ts': "import '../x/seven.ts'",
      'src/d/x/seven.ts': "import '../../a/four.ts'",
    })
    expect(folderCycles(graph, 'src')).toEqual([
      ['src/a', 'src/b', 'src/c', 'src/c/deep'],
      ['src/d/x', 'src/d/y'],
    ])
  })

  it('include files beside the folders', () => {
    const graph = graphFrom({
      'src/names.ts': "import './a/one.ts'",
      'src/a/one.ts': '',
      'src/a/two.ts': "import '../names.ts'",
    })
    expect(folderCycles(graph, 'src')).toEqual([['src/a', 'src/names.ts']])
  })

  it('ignore nested folders, and those outside of the given folder', () => {
    const graph = graphFrom({
      'src/a/one.ts': "import './deep/two.ts'",
      'src/a/deep/two.ts': "import '../one.ts'\nimport '../../b/three.ts'",
      'src/b/three.ts': '',
      'src/main.ts': "import './a/one.ts'",
      'other/x/four.ts': "import '../y/five.ts'",
      'other/y/five.ts': "import '../x/four.ts'",
    })
    expect(folderCycles(graph, 'src')).toEqual([])
  })
})

describe('cycles between files', () => {
  it('count type imports, but no dynamic import()', () => {
    const graph = graphFrom({
      'a.ts': "import './b.ts'",
      'b.ts': "import type { A } from './a.ts'",
      'c.ts': "export const d = () => import('./d.ts')",
      'd.ts': "import './c.ts'",
    })
    expect(fileCycles(graph)).toEqual([['a.ts', 'b.ts']])
  })
})

describe('hand-written response types', () => {
  const found = (files: Record<string, string>) => handWrittenTypes(new Map(Object.entries(files)))

  it('are types that untyped values are cast to, with the types of their fields', () => {
    const { casts, retyped } = found({
      'src/admin/a.ts': [
        "import type { Whole } from './whole.ts'",
        'const asWhole = (value: unknown): Whole => value as Whole',
        'const asNames = async (ask: Ask) => (await ask()).json as string[]',
        'const kept = ["a"] as const',
        'const asForm = (values: FieldValues) => values as Form',
        'interface Form { name: string }',
      ].join('\n'),
      'src/admin/whole.ts': 'interface Part { id: string }\nexport interface Whole { parts: Part[] }',
    })
    expect(casts).toEqual(['src/admin/a.ts: Whole', 'src/admin/a.ts: string[]'])
    expect(retyped).toEqual(['src/admin/whole.ts: Part', 'src/admin/whole.ts: Whole'])
  })

  it('are record types of hooks and columns that do not derive from the domain', () => {
    const { casts, retyped } = found({
      'src/admin/a.tsx': [
        "import type { Film } from '../domain/film.ts'",
        'interface Row extends RaRecord { name: string }',
        'type Song = { title: string }',
        'type Short = Pick<Film, "title">',
        'const useSong = () => useRecordContext<Song>()',
        'const list = <Column<Row> source="name" />',
        'const useFilms = () => useGetList<Short>("movies")',
      ].join('\n'),
    })
    expect(casts).toEqual([])
    expect(retyped).toEqual(['src/admin/a.tsx: Row', 'src/admin/a.tsx: Song'])
  })
})

describe('the resources that a file names', () => {
  const registry = [
    "const OTHER = { tapes: 'tapes' } as const",
    "export const REGISTRY = { films: { references: { label: { to: 'labels' } } }, 'old-labels': {} } as const satisfies T",
  ].join('\n')

  it('are keys of the registry, wherever they occur as text', () => {
    const resources = resourcesIn('registry.ts', registry)
    expect(resources).toEqual(['films', 'old-labels'])
    const text = [
      "const films = 'tapes'",
      "type Kind = 'films'",
      'const list = <List of="old-labels">films</List>',
    ].join('\n')
    expect(resourcesNamed('kit/a.tsx', text, resources)).toEqual([
      'kit/a.tsx: films',
      'kit/a.tsx: old-labels',
    ])
  })

  it('cannot be determined without a registry', () => {
    expect(() => resourcesIn('registry.ts', 'export const LIST = []')).toThrow('no REGISTRY')
  })
})

describe('the page that says how to add an entity', () => {
  it('lists its files under a separate heading', () => {
    const page =
      '# Adding\n\n1. `not/this.ts`\n\n## Files\n\n1. `src/a.ts`: its schema\n2. Edit `src/b.ts`.\n\n## More\n\n1. `c.ts`\n'
    expect(filesOfEntity(page)).toEqual(['src/a.ts', 'src/b.ts'])
  })

  it('is rejected without that list', () => {
    expect(() => filesOfEntity('# Adding\n')).toThrow('## Files')
    expect(() => filesOfEntity('## Files\n\nNone.\n')).toThrow('no numbered list')
  })
})
