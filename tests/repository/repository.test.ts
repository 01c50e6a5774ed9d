import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { repositoryFiles } from '../support/repository-files.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string) => readFileSync(`${root}${path}`, 'utf8')

interface LockedPackage {
  version?: string
  resolved?: string
  integrity?: string
  inBundle?: boolean
  engines?: Record<string, string> | string[]
}

const packages: Record<string, LockedPackage> = JSON.parse(read('package-lock.json')).packages
const scripts: Record<string, string> = JSON.parse(read('package.json')).scripts

const files = repositoryFiles()

/** Split, so that this file does not contain what it forbids. */
const registryHosts = [
  ['registry.npm', 'js.org'],
  ['registry.yarn', 'pkg.com'],
  ['npm.pkg.', 'github.com'],
  ['deb.debian', '.org'],
  ['unpkg', '.com'],
].map((pieces) => pieces.join(''))

type Version = [number, number, number]
const ours: Version = [20, 19, 0]

function compare(a: Version, b: Version): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2]
}

/** Whether Node 20.19.0 satisfies one comparator of a range: `^20.19.0`, `>=18`, `14.x`, `*`. */
function allows(comparator: string): boolean {
  if (['', '*', 'x'].includes(comparator)) return true
  const match = /^(>=|<=|>|<|=|\^|~)?v?(\d+)(?:\.(\d+|x))?(?:\.(\d+|x))?(?:-\S+)?$/.exec(comparator)
  if (!match) throw new Error(`Unknown range ${comparator}`)
  const part = (index: number) => Number.parseInt(match[index] ?? '', 10) || 0
  const wanted: Version = [part(2), part(3), part(4)]
  const difference = compare(ours, wanted)
  const sameMinor = Number.isNaN(Number.parseInt(match[3] ?? '', 10)) || wanted[1] === ours[1]
  switch (match[1]) {
    case '>=':
      return difference >= 0
    case '<=':
      return difference <= 0
    case '>':
      return difference > 0
    case '<':
      return difference < 0
    case '^':
      return wanted[0] === ours[0] && difference >= 0
    case '~':
      return wanted[0] === ours[0] && sameMinor && difference >= 0
    default:
      return wanted[0] === ours[0] && sameMinor
  }
}

function allowsOurNode(range: string): boolean {
  const joined = range.replace(/(>=|<=|>|<|=|\^|~)\s+/g, '$1').replace(/(\S+)\s+-\s+(\S+)/g, '>=$1 <=$2')
  return joined.split('||').some((every) => every.trim().split(/\s+/).every(allows))
}

describe('the repository', () => {
  it('names no package registry, so that any mirror works', () => {
    const naming = files.filter((path) => {
      const text = read(path)
      return registryHosts.some((host) => text.includes(host))
    })
    expect(naming).toEqual([])
  })

  it('locks versions without download addresses', () => {
    expect(Object.keys(packages).filter((path) => packages[path]?.resolved)).toEqual([])
  })

  it('locks the content of every package', () => {
    const unlocked = Object.entries(packages).filter(
      ([path, { integrity = '', inBundle }]) => path !== '' && !inBundle && !/^sha512-/.test(integrity),
    )
    expect(unlocked.map(([path]) => path)).toEqual([])
  })

  it('has no dependency that rejects Node 20.19', () => {
    const refusing = Object.entries(packages).filter(([, { engines }]) => {
      const range = engines && !Array.isArray(engines) ? engines.node : undefined
      return range !== undefined && !allowsOurNode(range)
    })
    expect(refusing.map(([path]) => path)).toEqual([])
  })

  it('reads engine ranges as npm does', () => {
    const allowed = [
      '>=18',
      '^20.19.0 || >=22.12.0',
      '>= 0.4',
      '14 || >=16.14',
      '20.x',
      '*',
      '>=18 <21',
      '^20',
    ]
    const rejected = ['>=22', '^18.0.0', '>=20.20', '^20.20.0 || >=22', '<20', '~20.18.0', '18 || 22']
    expect(allowed.filter((range) => !allowsOurNode(range))).toEqual([])
    expect(rejected.filter(allowsOurNode)).toEqual([])
  })
})

describe('npm run sbom', () => {
  it('lists every locked package, and marks those of development', () => {
    const [program = '', ...args] = (scripts.sbom ?? '').split(' ')
    const { bomFormat, components } = JSON.parse(
      execFileSync(program, args, { cwd: root, maxBuffer: 64 * 1024 * 1024 }).toString(),
    )
    const locked = Object.entries(packages).flatMap(([path, { version }]) =>
      path === '' ? [] : [`${path.split('node_modules/').at(-1)}@${version}`],
    )
    const listed: Record<string, string> = Object.fromEntries(
      components.map((each: Record<string, string>) => [each['bom-ref'], each.scope]),
    )
    expect(bomFormat).toBe('CycloneDX')
    expect(Object.keys(listed).sort()).toEqual([...new Set(locked)].sort())
    const scopeOf = (name: string) => listed[`${name}@${packages[`node_modules/${name}`]?.version}`]
    expect([scopeOf('fastify'), scopeOf('vite')]).toEqual(['required', 'optional'])
  })
})

describe('the steps of the test commands', () => {
  it('run every project of Vitest and of Playwright', () => {
    const steps = read('scripts/steps.mjs')
    const projects = ['vitest.config.ts', 'playwright.config.ts'].flatMap((path) =>
      [...read(path).matchAll(/\bname: '([\w-]+)'/g)].map(([, name]) => name ?? ''),
    )
    expect(projects.length).toBe(8)
    const isRun = (name: string) =>
      steps.includes(`'--project=${name}'`) || steps.includes(`playwright('${name}')`)
    expect(projects.filter((name) => !isRun(name))).toEqual([])
  })
})

describe('the README and the pages for operators', () => {
  const named = ['README.md', 'docs/operations.md', 'docs/scaling.md'].flatMap((path) =>
    [...read(path).matchAll(/\bnpm (?:run ([\w:-]+)|(start|test))\b/g)].map(
      (match) => match[1] ?? match[2] ?? '',
    ),
  )
  /** CI runs it with more steps, as `test:all`. */
  const partly = new Set(['test'])
  /** Scripts that CI executes, and the files that show it. */
  const runner = ['scripts/steps.mjs', 'scripts/check-commands.mjs', '.ci/run'].map(read).join('\n')
  const isExecuted = (name: string) =>
    [`script('${name}'`, `script: '${name}'`, `['${name}'`, `npm run ${name} `].some((call) =>
      runner.includes(call),
    )

  it('name only npm scripts that exist', () => {
    expect(named.filter((name) => !(name in scripts))).toEqual([])
  })

  it('name only npm scripts that CI executes', () => {
    expect(named).toContain('backup')
    expect(named.filter((name) => !isExecuted(name) && !partly.has(name))).toEqual([])
  })

  it('keeps browsers from translating the admin', () => {
    expect(read('index.html')).toContain('<html lang="es" translate="no">')
  })
})
