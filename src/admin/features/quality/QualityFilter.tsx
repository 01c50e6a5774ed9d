import type { ComponentProps } from 'react'
import { SelectFilter } from '../../kit/list/filters.tsx'

/** Filter by defect, as counted by 'Calidad del catálogo' (rule K25). */
export const QualityFilter = ({ options }: Pick<ComponentProps<typeof SelectFilter>, 'options'>) => (
  <SelectFilter source="quality" label="Calidad" allLabel="Toda" options={options} />
)
