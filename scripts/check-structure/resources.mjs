import { parseSync } from 'oxc-parser'
import { nodesIn } from './response-types.mjs'

/** The names of the resources: the keys of `REGISTRY` in the registry's source text. */
export function resourcesIn(path, text) {
  const { program } = parseSync(path, text)
  const registry = [...nodesIn(program)].find(
    ({ type, id }) => type === 'VariableDeclarator' && id.name === 'REGISTRY',
  )
  const object = registry && [...nodesIn(registry.init)].find(({ type }) => type === 'ObjectExpression')
  if (object === undefined) throw new Error(`${path} has no REGISTRY`)
  return object.properties.map(({ key }) => key.name ?? key.value)
}

/** The texts in a source file that name a resource, each as `path: name`. */
export function resourcesNamed(path, text, resources) {
  const { program } = parseSync(path, text)
  return [...nodesIn(program)]
    .filter(({ type, value }) => type === 'Literal' && resources.includes(value))
    .map(({ value }) => `${path}: ${value}`)
}
