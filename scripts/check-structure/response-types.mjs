import { posix } from 'node:path'
import { parseSync } from 'oxc-parser'

/**
 * Finds response types that the admin writes by hand instead of inferring them from the domain.
 *
 * A response cast is an `as` (but `as const` and `as unknown`) applied to a parameter declared as `unknown` or
 * `RaRecord` or called `json`, `answer` or `response`, to a `.json` of something, or to a call of `toRecord`
 * or `JSON.parse`.
 *
 * A retyped response is an interface or object type of the admin that a response is cast to, that is the type argument
 * of a function returning responses (`useRecordContext<…>`, `Column<…>`, …), that extends `RaRecord`, or a part of one.
 * A type that only derives from others (`Pick<…>`, `z.infer<…>`) does not count.
 */

/** Functions and types whose type argument is a response. */
const RETURNS_RESPONSES =
  /^(useGet(One|List|Many|ManyReference|InfiniteList)|use(Record|List|Edit|Show)Context|useCreate|useUpdate|useDelete|use(Infinite)?Query|\w*Column|call|request)$/

/** `unknown` values that do not come from the API: browser storage and form values. */
const NOT_RESPONSES = ['src/admin/api/draft.ts', 'src/admin/features/users/permission-parts.ts']

const isNode = (value) => typeof value === 'object' && value !== null && typeof value.type === 'string'

function* childrenOf(node) {
  for (const value of Object.values(node))
    if (isNode(value)) yield value
    else if (Array.isArray(value)) yield* value.filter(isNode)
}

/** A node of a syntax tree, and all below it. */
export function* nodesIn(node) {
  yield node
  for (const child of childrenOf(node)) yield* nodesIn(child)
}

const nameOf = (node) => {
  if (node?.type === 'Identifier' || node?.type === 'JSXIdentifier') return node.name
  return node?.type === 'MemberExpression' ? nameOf(node.property) : undefined
}

const referencesIn = (node) =>
  [...nodesIn(node)].flatMap((each) => {
    if (each.type === 'TSTypeReference') return nameOf(each.typeName) ?? []
    return each.type === 'TSInterfaceHeritage' ? (nameOf(each.expression) ?? []) : []
  })

const literalsIn = (node) =>
  [...nodesIn(node)].filter(({ type, members }) => type === 'TSTypeLiteral' && members.length > 0)

const parametersOf = (node) => (/Function/.test(node.type) && Array.isArray(node.params) ? node.params : [])

const isUntyped = (parameter) => {
  const type = parameter.typeAnnotation?.typeAnnotation
  return type?.type === 'TSUnknownKeyword' || nameOf(type?.typeName) === 'RaRecord'
}

const isResponse = (operand, parameters) => {
  if (operand.type === 'AwaitExpression' || operand.type === 'ParenthesizedExpression')
    return isResponse(operand.argument ?? operand.expression, parameters)
  if (operand.type === 'Identifier') {
    const parameter = parameters.findLast(({ name }) => name === operand.name)
    return parameter !== undefined && (isUntyped(parameter) || /^(json|answer|response)$/.test(operand.name))
  }
  if (operand.type === 'MemberExpression') return operand.property.name === 'json'
  return operand.type === 'CallExpression' && /^(toRecord|parse)$/.test(nameOf(operand.callee))
}

const isConstOrUnknown = ({ type, typeName, elementType }) =>
  type === 'TSArrayType'
    ? isConstOrUnknown(elementType)
    : type === 'TSUnknownKeyword' || nameOf(typeName) === 'const'

function* castsIn(node, parameters) {
  if (node.type === 'TSAsExpression' || node.type === 'TSTypeAssertion')
    if (!isConstOrUnknown(node.typeAnnotation) && isResponse(node.expression, parameters))
      yield node.typeAnnotation
  const inner = [...parameters, ...parametersOf(node)]
  for (const child of childrenOf(node)) yield* castsIn(child, inner)
}

const typeArgumentsIn = (program) =>
  [...nodesIn(program)].flatMap((node) => {
    const name = nameOf(node.type === 'JSXOpeningElement' ? node.name : node.callee)
    return name !== undefined && RETURNS_RESPONSES.test(name) ? (node.typeArguments?.params ?? []) : []
  })

function read(path, text) {
  const { program } = parseSync(path, text)
  const imported = new Map()
  const declared = new Map()
  for (const node of nodesIn(program)) {
    if (node.type === 'ImportDeclaration' && node.source.value.startsWith('.')) {
      const from = posix.join(posix.dirname(path), node.source.value)
      for (const { local, imported: there } of node.specifiers)
        if (there) imported.set(local.name, { path: from, name: there.name })
    }
    if (node.type === 'TSInterfaceDeclaration' || node.type === 'TSTypeAliasDeclaration')
      declared.set(node.id.name, node)
  }
  const casts = NOT_RESPONSES.includes(path) ? [] : [...castsIn(program, [])]
  return { imported, declared, casts, handedOut: typeArgumentsIn(program) }
}

const isHandWritten = (node) =>
  node.type === 'TSInterfaceDeclaration' ? node.body.body.length > 0 : literalsIn(node).length > 0

/**
 * Response casts and retyped responses in source files (a Map from path to text), each as `path: name`.
 */
export function handWrittenTypes(files) {
  const modules = new Map([...files].map(([path, text]) => [path, read(path, text)]))
  const casts = []
  const retyped = new Set()
  const seen = new Set()
  const follow = (path, name) => {
    const module = modules.get(path)
    if (module === undefined || seen.has(`${path}: ${name}`)) return
    seen.add(`${path}: ${name}`)
    const node = module.declared.get(name)
    const source = module.imported.get(name)
    if (source) follow(source.path, source.name)
    if (node === undefined) return
    if (isHandWritten(node)) retyped.add(`${path}: ${name}`)
    for (const other of referencesIn(node)) follow(path, other)
  }
  for (const [path, { declared, casts: fileCasts, handedOut }] of modules) {
    for (const type of fileCasts) casts.push(`${path}: ${files.get(path).slice(type.start, type.end)}`)
    for (const type of [...fileCasts, ...handedOut]) {
      if (literalsIn(type).length > 0) retyped.add(`${path}: ${files.get(path).slice(type.start, type.end)}`)
      for (const name of referencesIn(type)) follow(path, name)
    }
    for (const [name, node] of declared)
      if (node.extends?.some(({ expression }) => nameOf(expression) === 'RaRecord')) follow(path, name)
  }
  return { casts, retyped: [...retyped].sort() }
}
