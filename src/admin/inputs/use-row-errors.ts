import { useFormState } from 'react-hook-form'

type Node = unknown

const messagesIn = (node: Node): string[] => {
  if (typeof node !== 'object' || node === null) return []
  if ('message' in node && typeof node.message === 'string') return [node.message]
  return Object.entries(node).flatMap(([name, child]) => (name === 'ref' ? [] : messagesIn(child)))
}

const childrenOf = (node: Node): [string, Node][] =>
  typeof node === 'object' && node !== null ? Object.entries(node) : []

/** The messages of each item of a list, by its place. */
export const useRowErrors = (source: string): string[][] => {
  const { errors } = useFormState()
  const rows: string[][] = []
  for (const [index, node] of childrenOf(errors[source]))
    if (/^\d+$/.test(index)) rows[Number(index)] = [...new Set(messagesIn(node))]
  return [...rows].map((messages) => messages ?? [])
}
