import { mayMeet, userScreens } from '../../../domain/users/visibility.ts'
import { useMe } from '../../api/session/identity.ts'
import { today } from '../../kit/display/dates.ts'
import { type DaysPreset, dayAfter, FilterDays } from '../../kit/list/FilterDays.tsx'
import { FilterSelect } from '../../kit/list/FilterSelect.tsx'
import { type Choice, usePlatforms, useProfiles } from './lookups.ts'

const YES_NO = [
  { value: 'true', label: 'Sí' },
  { value: 'false', label: 'No' },
]

const options = (choices: readonly Choice[] = []) =>
  choices.map(({ id, name }) => ({ value: id, label: name }))

const expiryPresets = (now: string): DaysPreset[] => [
  { label: 'Hoy', days: { from: now, to: now } },
  { label: 'Próximos 7 días', days: { from: now, to: dayAfter(now, 6) } },
  { label: 'Vencidos', days: { to: dayAfter(now, -1) } },
]

const registryPresets = (now: string): DaysPreset[] => [
  { label: 'Hoy', days: { from: now, to: now } },
  { label: 'Últimos 7 días', days: { from: dayAfter(now, -6), to: now } },
  { label: 'Últimos 30 días', days: { from: dayAfter(now, -29), to: now } },
]

/** The filters of the users: expiry, registration, profile, application, and who uses the TV list. */
export const UserFilters = () => {
  const { data: me } = useMe()
  const { data: profiles = [] } = useProfiles()
  const { data: platforms } = usePlatforms()
  return (
    <>
      <FilterDays label="Vence" from="dateBeging" to="dateFinish" presets={expiryPresets(today())} />
      <FilterDays label="Registro" from="registerFrom" to="registerTo" presets={registryPresets(today())} />
      <FilterSelect
        source="profile"
        label="Perfil"
        options={options(profiles.filter(({ role }) => me !== undefined && mayMeet(me.role, role)))}
      />
      {me !== undefined && userScreens(me.role).listsPlatform ? (
        <FilterSelect source="platform" label="App" options={options(platforms)} allLabel="Todas" />
      ) : null}
      <FilterSelect source="useTvList" label="Usa Lista de TV" options={YES_NO} />
    </>
  )
}
