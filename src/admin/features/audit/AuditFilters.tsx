import Chip from '@mui/material/Chip'
import { useListContext } from 'ra-core'
import { AUDIT_ACTION_NAMES, AUDIT_ACTIONS } from '../../../domain/audit/trail.ts'
import { RESOURCES } from '../../../domain/registry.ts'
import { resourceName } from '../../kit/changes/names.ts'
import { FilterDays, pastPresets } from '../../kit/list/FilterDays.tsx'
import { FilterSelect } from '../../kit/list/FilterSelect.tsx'

const ACTIONS = AUDIT_ACTION_NAMES.map((value) => ({ value, label: AUDIT_ACTIONS[value] }))
const RESOURCE_CHOICES = RESOURCES.map((value) => ({ value, label: resourceName(value) }))

/** Says that the trail of a single record is on screen, and leads back to the whole. */
const OneRecord = () => {
  const { filterValues, setFilters, data } = useListContext()
  const { record, ...others } = filterValues
  if (record === undefined) return null
  const name = data?.find((entry) => entry.recordName !== '')?.recordName ?? 'este registro'
  return (
    <Chip
      label={`Cambios de ${name}`}
      onDelete={() => setFilters(others)}
      sx={{ maxWidth: { xs: '100%', sm: 320 }, height: { xs: 44, sm: 36 } }}
    />
  )
}

/** The filters of the trail: days, what was done, and to what. */
export const AuditFilters = () => (
  <>
    <FilterDays label="Fecha" from="dateBeging" to="dateFinish" presets={pastPresets()} />
    <FilterSelect source="action" label="Acción" options={ACTIONS} allLabel="Todas" />
    <FilterSelect source="resource" label="Sección" options={RESOURCE_CHOICES} allLabel="Todas" />
    <OneRecord />
  </>
)
