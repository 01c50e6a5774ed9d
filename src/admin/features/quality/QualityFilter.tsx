import type { ComponentProps } from 'react'
import { FilterSelect } from '../../kit/list/filters.tsx'

/** Filter by defect, as counted by 'Calidad del catálogo' (rule K25). */
export const QualityFilter = ({ options }: Pick<ComponentProps<typeof FilterSelect>, 'options'>) => (
  <FilterSelect source="quality" label="Calidad" allLabel="Toda" options={options} />
)
