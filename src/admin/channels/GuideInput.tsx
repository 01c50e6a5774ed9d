import { useGetList } from 'ra-core'
import type { FieldProps } from '../inputs/field.ts'
import { SelectInput } from '../inputs/SelectInput.tsx'

const MOST = 100

/** The guide in which a channel's programmes stand. */
export const GuideInput = (props: FieldProps) => {
  const { data = [] } = useGetList('guides', {
    pagination: { page: 1, perPage: MOST },
    sort: { field: 'name', order: 'ASC' },
  })
  const choices = data.map(({ id, name }) => ({ id: String(id), name: String(name) }))
  return <SelectInput {...props} choices={choices} />
}
