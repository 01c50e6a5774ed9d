import { useFormState } from 'react-hook-form'

type Node = unknown

const messagesIn = (node: Node): string[] => {
  if (typeof node !== 'object' || node === null) return []
  if ('message' in node && typeof node.message === 'string') return [node.message]
  return Object.entries(node).flatMap(([name, child]) => (name === 'ref' ? [] : messagesIn(child)))
}

const childrenOf = (node: Node): [string, Node][] =>
  typeof node === 'object' && node !== null ? Object.entries(node) : []

/** The messages of each item of a list by its place, and all that is said of one, nested by its fields. */
export const useRowErrors = (source: string) => {
  const { errors } = useFormState()
  const rows: string[][] = []
  for (const [index, node] of childrenOf(errors[source]))
    if (/^\d+$/.test(index)) rows[Number(index)] = [...new Set(messagesIn(node))]
  return {
    rowErrors: [...rows].map((messages) => messages ?? []),
    problemsOf: (index: number): unknown =>
      childrenOf(errors[source]).find(([place]) => place === String(index))?.[1],
  }
}
