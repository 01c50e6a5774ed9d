import { TRANSACTION_TYPES, TYPE_NAMES, typeNumber } from '../../../domain/credits/transaction.ts'
import { FilterDays, pastPresets } from '../../kit/list/FilterDays.tsx'
import { FilterSelect } from '../../kit/list/FilterSelect.tsx'

const TYPES = TRANSACTION_TYPES.map((type) => ({ value: String(typeNumber(type)), label: TYPE_NAMES[type] }))

/** The filters of movements of credit: days, and the type where there is more than one. */
export const MovementFilters = ({ withType = true }: { withType?: boolean }) => (
  <>
    <FilterDays label="Fecha" from="dateBeging" to="dateFinish" presets={pastPresets()} />
    {withType ? <FilterSelect source="type" label="Tipo" options={TYPES} /> : null}
  </>
)
