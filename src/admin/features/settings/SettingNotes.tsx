import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback } from 'react'
import { LinkBase } from 'react-admin'
import type { SettingChange } from '../../../domain/audit/endpoints.ts'
import { fieldLabel } from '../../../domain/field-labels.ts'
import { SA_SETTINGS } from '../../../domain/settings/settings.ts'
import { request } from '../../api/http.ts'
import { useCan } from '../../api/me.ts'
import { dayText, today } from '../../kit/display/dates.ts'
import { FieldNotes } from '../../kit/inputs/inputs.tsx'
import { changesPath } from '../audit/ChangesLink.tsx'
import { SETTING_HELP } from './setting-help.ts'

const changesQuery = queryOptions({
  queryKey: ['audit', 'settings'],
  queryFn: ({ signal }) => request('GET /api/audit/settings', { signal }),
})

/** Requests the latest changes again after a save. */
export const useRefreshChanges = (): (() => void) => {
  const queryClient = useQueryClient()
  return () => void queryClient.invalidateQueries(changesQuery)
}

const HELP = new Map<string, string>(Object.entries(SETTING_HELP))
const OF_SA: readonly string[] = SA_SETTINGS

interface SettingNotesProps {
  isSa: boolean
  children: ReactNode
}

/** Says below each setting what it does, and who changed it last (rule G8). */
export const SettingNotes = ({ isSa, children }: SettingNotesProps) => {
  const canList = useCan('list', 'audit')
  const { data } = useQuery({ ...changesQuery, enabled: canList })
  const noteFor = useCallback(
    (source: string) => {
      const help = HELP.get(source)
      if (help === undefined) return undefined
      return {
        help: isSa || !OF_SA.includes(source) ? help : `${help} Solo sa puede modificarlo.`,
        note: canList ? <LastChange change={data?.find(({ setting }) => setting === source)} /> : undefined,
      }
    },
    [isSa, canList, data],
  )
  return <FieldNotes value={noteFor}>{children}</FieldNotes>
}

/** As high without a change, so that nothing moves when the changes arrive. */
const LINE = { display: 'flex', alignItems: 'center', height: 24, mb: '-8px' } as const
const LINK = { display: 'flex', minWidth: 0, lineHeight: '24px', whiteSpace: 'pre' } as const
const NAME = { overflow: 'hidden', textOverflow: 'ellipsis' } as const

const LastChange = ({ change }: { change: SettingChange | undefined }) => (
  <Box component="span" sx={LINE}>
    {change === undefined ? null : <ChangeLink {...change} />}
  </Box>
)

const ChangeLink = ({ setting, date, userName }: SettingChange) => {
  const day = changeDay(date)
  const by = userName === '' ? '' : ` por ${userName}`
  return (
    <Link
      component={LinkBase}
      to={changesPath({ settings: setting })}
      aria-label={`Cambiado${by} el ${day}: historial de ${fieldLabel('settings', setting)}`}
      sx={LINK}
    >
      Cambiado
      {userName === '' ? null : (
        <>
          {' por '}
          <Box component="span" sx={NAME}>
            {userName}
          </Box>
        </>
      )}
      {` el ${day}`}
    </Link>
  )
}

/** The day as DD/MM, with the year unless it is the current one. */
const changeDay = (date: string): string => {
  const day = dayText(date)
  return day.endsWith(today().slice(0, 4)) ? day.slice(0, 5) : day
}
