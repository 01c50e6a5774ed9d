import type { FieldError, FieldErrors, FieldValues, Resolver } from 'react-hook-form'
import { check, type Problem } from '../../../domain/validation/problems.ts'
import { type FormSchema, ownValues } from '../inputs/form-schema.ts'

type Tree = { [name: string]: Tree | FieldError }

const isLeaf = (node: Tree | FieldError | undefined): node is FieldError =>
  node !== undefined && typeof node.message === 'string'

const put = (tree: Tree, [head, ...rest]: string[], error: FieldError): void => {
  if (head === undefined) return
  const there = tree[head]
  if (rest.length === 0) {
    // A list with an own problem beside those of its items keeps it under `root`.
    if (there !== undefined && !isLeaf(there)) there.root = error
    else tree[head] = error
    return
  }
  const branch: Tree = isLeaf(there) ? { root: there } : (there ?? {})
  tree[head] = branch
  put(branch, rest, error)
}

// Built from the form's own field names, which react-hook-form cannot know.
const asFieldErrors = (tree: Tree): FieldErrors => tree as unknown as FieldErrors

/** Problems of the domain as react-hook-form nests them. */
export const errorsOf = (problems: readonly Problem[]): FieldErrors => {
  const tree: Tree = {}
  for (const { field, message } of problems) put(tree, field.split('.'), { type: 'schema', message })
  return asFieldErrors(tree)
}

/** What is wrong with values that fit their schema. */
export type Rules = (values: FieldValues) => readonly Problem[]

/** Validates a form with the very schema that the server validates with, and then with its rules. */
export const schemaResolver =
  (schema: FormSchema, rules: Rules = () => []): Resolver<FieldValues> =>
  (values) => {
    const misshapen = check(schema, ownValues(schema, values))
    const problems = misshapen.length > 0 ? misshapen : rules(values)
    return problems.length === 0 ? { values, errors: {} } : { values: {}, errors: errorsOf(problems) }
  }
