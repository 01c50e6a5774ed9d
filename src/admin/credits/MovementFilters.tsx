import { TRANSACTION_TYPES, TYPE_NAMES, typeNumber } from '../../domain/credits/transaction.ts'
import { FilterDays } from '../lists/FilterDays.tsx'
import { FilterSelect } from '../lists/FilterSelect.tsx'
import { pastPresets } from '../lists/past-presets.ts'

const TYPES = TRANSACTION_TYPES.map((type) => ({ value: String(typeNumber(type)), label: TYPE_NAMES[type] }))

/** The filters of movements of credit: days and type. */
export const MovementFilters = () => (
  <>
    <FilterDays label="Fecha" from="dateBeging" to="dateFinish" presets={pastPresets()} />
    <FilterSelect source="type" label="Tipo" options={TYPES} />
  </>
)
