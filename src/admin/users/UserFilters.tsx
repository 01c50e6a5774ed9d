import { addDays, format, parseISO } from 'date-fns'
import { dayOf } from '../../domain/format/days.ts'
import { userScreens } from '../../domain/users/visibility.ts'
import { type DaysPreset, FilterDays } from '../lists/FilterDays.tsx'
import { FilterSelect } from '../lists/FilterSelect.tsx'
import { serviceZone, useMe } from '../session/identity.ts'
import { type Choice, usePlatforms, useProfiles } from './lookups.ts'

const YES_NO = [
  { value: 'true', label: 'Sí' },
  { value: 'false', label: 'No' },
]

const options = (choices: readonly Choice[] = []) =>
  choices.map(({ id, name }) => ({ value: id, label: name }))

const dayAfter = (day: string, days: number): string => format(addDays(parseISO(day), days), 'yyyy-MM-dd')

const expiryPresets = (today: string): DaysPreset[] => [
  { label: 'Hoy', days: { from: today, to: today } },
  { label: 'Próximos 7 días', days: { from: today, to: dayAfter(today, 6) } },
  { label: 'Vencidos', days: { to: dayAfter(today, -1) } },
]

const registryPresets = (today: string): DaysPreset[] => [
  { label: 'Hoy', days: { from: today, to: today } },
  { label: 'Últimos 7 días', days: { from: dayAfter(today, -6), to: today } },
  { label: 'Últimos 30 días', days: { from: dayAfter(today, -29), to: today } },
]

/** The filters of the users: expiry, registration, profile, application, and who uses the TV list. */
export const UserFilters = () => {
  const { data: me } = useMe()
  const { data: profiles } = useProfiles()
  const { data: platforms } = usePlatforms()
  const today = dayOf(new Date(), serviceZone())
  return (
    <>
      <FilterDays label="Vence" from="dateBeging" to="dateFinish" presets={expiryPresets(today)} />
      <FilterDays label="Registro" from="registerFrom" to="registerTo" presets={registryPresets(today)} />
      <FilterSelect source="profile" label="Perfil" options={options(profiles)} />
      {me !== undefined && userScreens(me.role).listsPlatform ? (
        <FilterSelect source="platform" label="App" options={options(platforms)} allLabel="Todas" />
      ) : null}
      <FilterSelect source="useTvList" label="Usa Lista de TV" options={YES_NO} />
    </>
  )
}
