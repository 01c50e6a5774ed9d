import { posix } from 'node:path'
import { parseSync } from 'oxc-parser'

/**
 * Imports between source files. A graph is a Map from each file to its imports, `{ to, kind }`: `value`, `type` (erased
 * by the compiler) or `dynamic` (an `import()`).
 */

const isSource = (path) => /\.(ts|tsx|mjs)$/.test(path)

const literal = (text) => /^(['"`])([^'"`$]+)\1$/.exec(text)?.[2]

/** The modules that a source text imports, as `{ specifier, kind }`. */
export function parseImports(path, text) {
  const { module, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0].message}`)
  const fixed = module.staticImports.map(({ moduleRequest, entries }) => ({
    specifier: moduleRequest.value,
    kind: entries.length > 0 && entries.every(({ isType }) => isType) ? 'type' : 'value',
  }))
  const reExports = module.staticExports.flatMap(({ entries }) =>
    entries
      .filter(({ moduleRequest }) => moduleRequest)
      .map(({ moduleRequest, isType }) => ({
        specifier: moduleRequest.value,
        kind: isType ? 'type' : 'value',
      })),
  )
  const dynamic = module.dynamicImports.flatMap(({ moduleRequest: { start, end } }) => {
    const specifier = literal(text.slice(start, end))
    return specifier === undefined ? [] : [{ specifier, kind: 'dynamic' }]
  })
  return [...fixed, ...reExports, ...dynamic]
}

/** The graph of source files (a Map from path to text), without packages and styles. */
export function buildGraph(files) {
  const graph = new Map()
  for (const [path, text] of files) {
    const imports = parseImports(path, text)
      .filter(({ specifier }) => specifier.startsWith('.'))
      .map(({ specifier, kind }) => ({ to: posix.join(posix.dirname(path), specifier), kind }))
      .filter(({ to }) => isSource(to))
    const missing = imports.find(({ to }) => !files.has(to))
    if (missing) throw new Error(`${path} imports ${missing.to}, which does not exist`)
    graph.set(path, imports)
  }
  return graph
}

function addClosure(graph, entry, kinds, reached) {
  const todo = [entry]
  for (let file = todo.pop(); file !== undefined; file = todo.pop()) {
    if (reached.has(file)) continue
    reached.add(file)
    for (const { to, kind } of graph.get(file)) if (kinds.includes(kind)) todo.push(to)
  }
}

/**
 * The files that one file pulls in, itself included: its static imports, and those behind an `import()` that no file
 * outside of them makes too. With `types`, also type-only imports.
 */
export function closureOf(graph, entry, { types = false } = {}) {
  if (!graph.has(entry)) throw new Error(`${entry} does not exist`)
  const kinds = types ? ['value', 'type'] : ['value']
  const openers = importersOf(graph, ['dynamic'])
  const reached = new Set()
  addClosure(graph, entry, kinds, reached)
  for (let size = 0; size !== reached.size; ) {
    size = reached.size
    const opened = [...reached].flatMap((file) => graph.get(file)).filter(({ kind }) => kind === 'dynamic')
    for (const { to } of opened)
      if ([...openers.get(to)].every((file) => reached.has(file))) addClosure(graph, to, kinds, reached)
  }
  return reached
}

/** A Map from each file to the Set of its importers, of any kind or of these `kinds` only. */
export function importersOf(graph, kinds = ['value', 'type', 'dynamic']) {
  const importers = new Map([...graph.keys()].map((file) => [file, new Set()]))
  for (const [file, imports] of graph)
    for (const { to, kind } of imports) if (kinds.includes(kind) && to !== file) importers.get(to).add(file)
  return importers
}

/** The folders between `top` and a file, outermost first; for a file directly in `top`, the file itself. */
function foldersBetween(file, top) {
  const folder = posix.dirname(file)
  if (folder === top) return [file]
  const parts = posix.relative(top, folder).split('/')
  return parts.map((_, index) => [top, ...parts.slice(0, index + 1)].join('/'))
}

const contains = (folder, other) => other === folder || other.startsWith(`${folder}/`)

/** The strongly connected components of a Map from node to Set of nodes (Tarjan), each of two nodes or more. */
function cyclesIn(edges) {
  const state = new Map()
  const stack = []
  const cycles = []
  const visit = (node) => {
    const entry = { index: state.size, low: state.size, isOpen: true }
    state.set(node, entry)
    stack.push(node)
    for (const next of edges.get(node)) {
      const low = state.has(next) ? state.get(next) : visit(next)
      if (low.isOpen) entry.low = Math.min(entry.low, low.low)
    }
    if (entry.low !== entry.index) return entry
    const cycle = stack.splice(stack.indexOf(node))
    for (const member of cycle) state.get(member).isOpen = false
    if (cycle.length > 1) cycles.push(cycle.sort())
    return entry
  }
  for (const node of edges.keys()) if (!state.has(node)) visit(node)
  return cycles
}

/**
 * The import cycles between the folders below `top`, at every level, and the files directly in it, type imports
 * included. A folder imports another one if a file in it, however deep, imports one in the other; folders that contain
 * one another don't count.
 */
export function folderCycles(graph, top) {
  const edges = new Map()
  for (const file of graph.keys())
    if (contains(top, file)) for (const node of foldersBetween(file, top)) edges.set(node, new Set())
  for (const [file, imports] of graph) {
    if (!contains(top, file)) continue
    for (const { to } of imports) {
      if (!contains(top, to)) continue
      for (const from of foldersBetween(file, top))
        for (const other of foldersBetween(to, top))
          if (!contains(from, other) && !contains(other, from)) edges.get(from).add(other)
    }
  }
  return cyclesIn(edges)
}

/** The cycles of static imports between files, type imports included. */
export const fileCycles = (graph) =>
  cyclesIn(
    new Map(
      [...graph].map(([file, imports]) => [
        file,
        new Set(imports.filter(({ kind }) => kind !== 'dynamic').map(({ to }) => to)),
      ]),
    ),
  )
