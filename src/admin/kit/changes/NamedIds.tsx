import { useGetMany } from 'ra-core'

interface NamedIdsProps {
  /** Which records they are. */
  reference: string
  ids: readonly string[]
}

/** Records by their names; one that is gone, by its id. */
export const NamedIds = ({ reference, ids }: NamedIdsProps) => {
  const { data = [] } = useGetMany(reference, { ids: [...ids] })
  const nameOf = (id: string): string => String(data.find((record) => record?.id === id)?.name ?? id)
  return ids.map(nameOf).join(', ')
}
