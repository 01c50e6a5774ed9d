import { FilterSelect } from '../../kit/list/FilterSelect.tsx'

const OPTIONS = [{ value: 'true', label: 'Solo enlaces reservados' }]

/** All contents, or those with a reserved link. */
export const ReservedFilter = () => (
  <FilterSelect source="onlyLinkReserved" label="Enlaces" options={OPTIONS} allLabel="Todos" />
)
