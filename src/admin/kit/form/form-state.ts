import { useFormState } from 'react-hook-form'

type Node = unknown

const isBranch = (node: Node): node is Record<string, unknown> => typeof node === 'object' && node !== null

const isError = (node: Node): boolean => isBranch(node) && typeof node.message === 'string'

/** How many problems a tree of react-hook-form's errors holds. */
export const countErrors = (errors: Node): number => {
  if (isError(errors)) return 1
  if (!isBranch(errors)) return 0
  return Object.entries(errors).reduce(
    (sum, [name, node]) => (name === 'ref' ? sum : sum + countErrors(node)),
    0,
  )
}

const isDirty = (node: Node): boolean =>
  node === true || (isBranch(node) && Object.values(node).some((child) => isDirty(child)))

/** How many fields of the form differ from what is stored; a list counts as one. */
export const useUnsavedCount = (): number => {
  const { dirtyFields } = useFormState()
  return Object.values(dirtyFields).filter((field) => isDirty(field)).length
}

/** How many problems the form shows. */
export const useErrorCount = (): number => {
  const { errors } = useFormState()
  return countErrors(errors)
}
